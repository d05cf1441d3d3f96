import list from './routes.list';

export default [list];
