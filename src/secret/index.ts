import type { Noun } from '../noun';
import remove from './secret.delete';
import set from './secret.set';

export default {
  capabilities: [set, remove],
} satisfies Noun;
