import list from './commands.list';
import run from './commands.run';

export default [list, run];
