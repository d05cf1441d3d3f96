import { type Answer, openSite, type Site } from '../surfaces/site';

/** A site, and a token that may bring pictures to it and see them. */
export interface MediaSite {
  readonly site: Site;
  readonly token: string;
  upload(body: Uint8Array): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  list(query?: string): Promise<any[]>;
}

export async function openMediaSite(options: Parameters<typeof openSite>[0] = {}): Promise<MediaSite> {
  const site = await openSite(options);
  const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
  return {
    site,
    token,
    upload: (body) => site.call('POST', '/v1/media/upload', { token, body }),
    list: async (query = '') => (await site.call('GET', `/v1/media${query}`, { token })).body.items,
  };
}
