import { handleFrom } from '../catalog/handle/handle';

/** A label of a host name has 63 letters at most; the rest is for the number of those who share a name. */
const LENGTH_MAX = 50;

/** Hosts of the platform itself beside those of stores. */
const RESERVED: ReadonlySet<string> = new Set([
  'onizleme',
  'preview',
  'www',
  'api',
  'panel',
  'admin',
  'mail',
  'localhost',
]);

/** The name that a store would have in addresses: a label of a host name. */
export function slugFrom(name: string): string {
  const slug = handleFrom(name, 'magaza').slice(0, LENGTH_MAX).replace(/-+$/, '');
  return RESERVED.has(slug) ? `magaza-${slug}` : slug;
}
