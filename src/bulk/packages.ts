import { extensionKey } from '../extension/aggregate';
import { label, line } from '../kernel/schema/schema';

/** The marketplace at which the packages are. */
export const channel = extensionKey;

/** The identifier of a package at its marketplace. */
export const externalPackageId = label('Paket', 'Package')(line(100));
