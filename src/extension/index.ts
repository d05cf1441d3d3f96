import type { Noun } from '../noun';
import { extension } from './aggregate';
import entities from './entities';
import configure from './extension.configure';
import disable from './extension.disable';
import enable from './extension.enable';
import hookDeactivate from './extension.hook.deactivate';
import install from './extension.install';
import uninstall from './extension.uninstall';
import upgrade from './extension.upgrade';
import list from './extensions.list';
import opsGet from './extensions.ops.get';
import { breaker } from './hook/table';
import { hookWork } from './hook/work';
import { refusals } from './refusals';
import { extensionUpgrades } from './schedule';
import { secret } from './secret/table';

export default {
  capabilities: [install, configure, enable, disable, uninstall, upgrade, hookDeactivate, list, opsGet],
  entities,
  tables: [extension, breaker, secret],
  works: [hookWork],
  schedules: { perStore: [extensionUpgrades] },
  refusals,
} satisfies Noun;
