import { settlesBy } from '../../provider/conversation/settles';
import { sender } from './aggregate';
import { getSender } from './store';

export const senderSettles = settlesBy({
  get: getSender,
  answer: sender.answer,
  stands({ state }) {
    if (state === 'creating') return 'open';
    return state === 'ready' ? 'done' : { failed: 'The address was not created.' };
  },
});
