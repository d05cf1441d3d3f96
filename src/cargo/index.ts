import carriersList from './cargo.carriers.list';
import senderRecord from './cargo.sender.record';

export default [carriersList, senderRecord];
