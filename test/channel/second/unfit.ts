import { object, t } from '../../../src/kernel/schema/schema';
import { provider as second } from './provider';

/** What its owner enters cannot be drawn by a form. */
export const provider = { ...second, manifest: { ...second.manifest, config: object({ stalls: t.Number() }) } };
