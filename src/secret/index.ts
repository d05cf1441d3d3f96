import remove from './secret.delete';
import set from './secret.set';

export default [set, remove];
