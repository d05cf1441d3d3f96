import cargoSender from './ext.cargo.sender';

export default [cargoSender];
