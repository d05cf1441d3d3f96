import get from './returns.get';
import list from './returns.list';

export default [list, get];
