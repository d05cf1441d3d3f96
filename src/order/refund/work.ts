import { conversationWork } from '../../provider/conversation/work';
import { refunding } from './ask';

export const refundWork = conversationWork(refunding);
