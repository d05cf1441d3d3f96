import type { Noun } from '../noun';
import list from './commands.list';
import run from './commands.run';

export default {
  capabilities: [list, run],
} satisfies Noun;
