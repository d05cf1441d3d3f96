import { conversationWork } from '../../provider/conversation/work';
import { refunding } from './refund';

export const refundWork = conversationWork(refunding);
