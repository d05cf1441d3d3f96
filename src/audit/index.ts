import list from './audit.list';

export default [list];
