const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

function formIn(html: string): Form | undefined {
  const [form, action = ''] = /<form[^>]*action="([^"]*)"/.exec(html) ?? [];
  if (form === undefined) return undefined;
  const inputs = [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  const fields = Object.fromEntries(inputs.map(([, name, value]) => [String(name), unescaped(String(value))]));
  return { action: unescaped(action), fields };
}

export type Page =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'redirect' | 'frame'; readonly url: string };

/** Pages that a payment may lead through. */
const PAGES_MAX = 6;

/** The request with which a browser comes back to the shop. */
interface Back {
  readonly url: string;
  /** Empty when nothing is posted. */
  readonly body: string;
}

/**
 * Does what a browser does with the page of a payment: it sends each form on, as it is filled in, until it is led back to the shop.
 * @param returnUrl all addresses of the shop that it may come back to begin so
 * @param filled entered in the place of what stands there
 * @returns undefined of a page that leads nowhere
 */
export async function walkBack(
  page: Page,
  returnUrl: string,
  filled: Readonly<Record<string, string>> = {},
): Promise<Back | undefined> {
  let at = page.kind === 'html' ? returnUrl : page.url;
  let html = page.kind === 'html' ? page.html : await (await fetch(page.url)).text();
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const form = formIn(html);
    if (!form) {
      const link = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => unescaped(String(url)));
      const url = link.find((each) => each.startsWith(returnUrl)) ?? (html.includes(returnUrl) ? returnUrl : undefined);
      return url === undefined ? undefined : { url, body: '' };
    }
    const entered = Object.keys(form.fields).flatMap((name) =>
      name in filled ? [[name, filled[name] as string]] : [],
    );
    const body = new URLSearchParams({ ...form.fields, ...Object.fromEntries(entered) });
    if (form.action.startsWith(returnUrl)) return { url: form.action, body: body.toString() };
    at = form.action || at;
    html = await (await fetch(at, { method: 'POST', body })).text();
  }
  return undefined;
}

/** The same by its body alone. */
export const walkThrough = async (...walk: Parameters<typeof walkBack>): Promise<string | undefined> =>
  (await walkBack(...walk))?.body;
