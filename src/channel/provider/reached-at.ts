import type { Services } from '../../kernel/declaration/services';
import { localUrl } from '../../kernel/process/local-url';

/**
 * The address at which a marketplace reaches the product.
 * @returns undefined of a product without a public https address; a simulator on the same machine reaches it as it is
 */
export function reachedAt(
  { publicUrl, host, port, providers }: Pick<Services['settings'], 'publicUrl' | 'host' | 'port' | 'providers'>,
  ext: string,
): string | undefined {
  if (publicUrl.startsWith('https://')) return publicUrl;
  return isHere(providers[ext]?.url) ? publicUrl || localUrl(host, port) : undefined;
}

const isHere = (url: unknown): boolean =>
  typeof url === 'string' && URL.canParse(url) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
