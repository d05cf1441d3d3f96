import carriersList from './cargo.carriers.list';

export default [carriersList];
