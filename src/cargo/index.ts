import carriersList from './cargo.carriers.list';
import senderRecord from './cargo.sender.record';
import senderCreate from './ext.cargo.sender';

export default [carriersList, senderCreate, senderRecord];
