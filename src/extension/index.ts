import configure from './extension.configure';
import disable from './extension.disable';
import enable from './extension.enable';
import hookDeactivate from './extension.hook.deactivate';
import install from './extension.install';
import uninstall from './extension.uninstall';
import upgrade from './extension.upgrade';
import list from './extensions.list';
import opsGet from './extensions.ops.get';

export default [install, configure, enable, disable, uninstall, upgrade, hookDeactivate, list, opsGet];
