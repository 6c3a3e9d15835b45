//! Devices of servers compute what those of this process do.

use shapecheck::dim;
use shapecheck_burn::burn::module::Module;
use shapecheck_burn::burn::tensor::Device;
use shapecheck_burn::{device, to_host};
use shapecheck_burn_machines::layers::Images;
use shapecheck_burn_machines::model::Model;
use shapecheck_burn_machines::random::Random;
use shapecheck_burn_machines::{Way, machine, train};

#[test]
fn a_typed_module_goes_to_a_server() {
    device::set(Device::flex());
    let model = Model::random(&mut Random::new(1));
    let expected = to_host(&model.network().forward(&Images::<dim!(2)>::full(0.5)));

    let server = machine().unwrap();
    let model = model.fork(&server);
    assert_eq!(model.devices(), std::slice::from_ref(&server));
    device::set(server);
    let found = to_host(&model.network().forward(&Images::<dim!(2)>::full(0.5)));
    assert_eq!(found, expected);
}

#[test]
fn two_servers_learn_as_one_process_does() {
    let servers = train(
        Way::Main.strategy([machine().unwrap(), machine().unwrap()]),
        3,
    )
    .unwrap();
    let here = train(Way::Main.strategy([Device::flex(), Device::flex()]), 3).unwrap();
    assert!(here.accuracy > 0.8, "{here:?}");
    let difference = (servers.loss - here.loss).abs() / here.loss;
    assert!(difference < 1e-4, "{servers:?}, {here:?}");
}
