//! Measurements of shapecheck; see `README.md` beside this file.
