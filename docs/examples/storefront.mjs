// A storefront in one file: CHECKOUT=… KEY=… STORE=… API=… node storefront.mjs, then open http://127.0.0.1:3000
import { createServer } from 'node:http';

const { CHECKOUT, KEY, STORE, API, PORT = '3000' } = process.env;

/** Asks the listener of storefronts; what it refuses is told to the shopper. */
async function ask(method, path, body) {
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${CHECKOUT}/stores/${STORE}${path}`, { method, headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.message} ${answer.errors?.map(({ pointer }) => pointer).join(' ') ?? ''}`);
  return answer;
}

const safe = (text) => String(text ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const lira = (kurus) => (kurus / 100).toLocaleString('tr-TR', { style: 'currency', currency: 'TRY' });
const photo = (picture) => (picture?.variants[0] ? `<img src="${API}${picture.variants[0].url}" alt="${safe(picture.alt)}">` : '');
const field = (name, label) => `<p><label>${label} <input name="${name}" required></label></p>`;
const form = (to, inside, button) => `<form method="post" action="${to}">${inside}<button>${button}</button></form>`;

const routes = {
  async 'GET /'({ query }) {
    const cursor = query.get('cursor');
    const { items, nextCursor } = await ask('GET', `/products?limit=24${cursor ? `&cursor=${cursor}` : ''}`);
    const { name, identity } = await ask('GET', '');
    const rows = items.map((each) => `<li>${photo(each.picture)} <a href="/urun?ad=${each.handle}">${safe(each.title)}</a> ${lira(each.price)}</li>`);
    const more = nextCursor ? `<a href="/?cursor=${nextCursor}">Devamı</a>` : '';
    return `<h1>${safe(name)}</h1><ul>${rows.join('')}</ul>${more}<footer>${safe(identity?.title)} ${safe(identity?.phone)}</footer>`;
  },
  async 'GET /urun'({ query }) {
    const { id, title, price, description, media, variants } = await ask('GET', `/products/${query.get('ad')}`);
    const options = variants.map((each) => `<option value="${each.id}">${safe(each.title)} ${lira(each.price ?? price)}</option>`);
    const choice = options.length > 0 ? `<select name="variantId">${options.join('')}</select>` : '';
    const order = form('/sepet', `<input type="hidden" name="productId" value="${id}">${choice}`, 'Satın al');
    return `<h1>${safe(title)}</h1>${media.map(photo).join('')}<p>${safe(description)}</p><p>${lira(price)}</p>${order}`;
  },
  async 'POST /sepet'({ filled }) {
    const line = { productId: filled.productId, variantId: filled.variantId ?? null, quantity: 1 };
    const { id } = await ask('POST', '/sessions', { lines: [line] });
    return { to: '/odeme', cookie: `session=${id}; HttpOnly; SameSite=Lax; Path=/` };
  },
  async 'GET /odeme'({ session }) {
    const { lines, methods } = await ask('GET', `/sessions/${session}`);
    const cart = lines.map(({ title, quantity, unitPrice }) => `<li>${safe(title)} × ${quantity}: ${lira(quantity * unitPrice)}</li>`);
    const fields = Object.entries({ name: 'Ad soyad', email: 'E-posta', phone: 'Telefon', address: 'Adres', district: 'İlçe', province: 'İl' });
    // A card needs a page of its provider: the guide of the checkout has the steps.
    const offered = methods.filter(({ id }) => id !== 'card');
    const ways = offered.map(({ id, labelTR }) => `<label><input type="radio" name="method" value="${id}" required>${labelTR}</label>`);
    return `<ul>${cart.join('')}</ul>${form('/odeme', fields.map((each) => field(...each)).join('') + ways.join(''), 'Devam et')}`;
  },
  async 'POST /odeme'({ session, filled: { name, email, phone, address, district, province, method } }) {
    const shippingAddress = { name, phone, address, district, province, postalCode: null };
    await ask('PATCH', `/sessions/${session}`, { buyer: { name, email, phone }, shippingAddress, method });
    return { to: '/onay' };
  },
  async 'GET /onay'({ session }) {
    const { total, rev, buyer, shippingAddress: to, notices } = await ask('GET', `/sessions/${session}`);
    if (notices.length > 0) return notices.map(({ message }) => `<p>${safe(message)}</p>`).join('');
    const { html } = await ask('GET', `/sessions/${session}/information`);
    // The rev says that the order is of what stands here: the session may be another one by then.
    const agreed = `<input type="hidden" name="total" value="${total}"><input type="hidden" name="rev" value="${rev}">`;
    const whom = `<p>${safe(buyer.name)}, ${safe(to?.address)}, ${safe(to?.district)} / ${safe(to?.province)}</p>`;
    return `<iframe srcdoc="${safe(html)}"></iframe>${whom}<p>Toplam: ${lira(total)}</p>${form('/onay', agreed, 'Siparişi onayla, ödeme yükümlülüğü doğar')}`;
  },
  async 'POST /onay'({ session, filled }) {
    const { number, transfer } = await ask('POST', `/sessions/${session}/place`, { total: Number(filled.total), expectedRev: Number(filled.rev) });
    const accounts = transfer?.accounts.map(({ bank, iban }) => `<li>${safe(bank)} ${iban}, açıklama: ${number}</li>`) ?? [];
    return `<h1>Siparişiniz alındı: ${number}</h1><ul>${accounts.join('')}</ul>`;
  },
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url, 'http://shop');
  const route = routes[`${request.method} ${pathname}`];
  let [status, told] = [404, 'Böyle bir sayfa yok.'];
  try {
    const chunks = await request.toArray();
    const filled = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const session = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
    if (route) [status, told] = [200, await route({ query, filled, session })];
  } catch (error) {
    [status, told] = [422, `<p>${safe(error.message)}</p>`];
  }
  const { to, cookie } = told;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(cookie ? { 'Set-Cookie': cookie } : {}), ...(to ? { Location: to } : {}) };
  response.writeHead(to ? 303 : status, headers).end(to ? '' : `<!doctype html><html lang="tr"><title>Mağaza</title>${told}</html>`);
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
