import { conversationWork } from '../../provider/conversation/work';
import { creation } from './ask';

export const senderWork = conversationWork(creation);
