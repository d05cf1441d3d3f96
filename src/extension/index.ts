import configure from './extension.configure';
import enable from './extension.enable';
import install from './extension.install';
import list from './extensions.list';
import opsGet from './extensions.ops.get';
import secretDelete from './secret.delete';
import secretSet from './secret.set';

export default [install, configure, enable, secretSet, secretDelete, list, opsGet];
