import list from './scopes.list';

export default [list];
