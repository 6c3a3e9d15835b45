//! What the compiler says of each mistake.

#[path = "../../shapecheck/tests/outside/messages.rs"]
mod messages;
