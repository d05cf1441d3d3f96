import get from './meta.get';

export default [get];
