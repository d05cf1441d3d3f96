import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/*
 * One register (siz) and the words of the trade in all Turkish that somebody reads: pages of the panel, mails, titles of
 * problems, names of commands and fields. Buttons say what they do in one word ("Sil"), which is no register; sentences are.
 */

const src = path.join(__dirname, '../../src');

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})jeton/iu, 'erişim anahtarı'],
  [/(?<!\p{L})token/iu, 'erişim anahtarı'],
  [/(?<!\p{L})(audit|denetim kay)/iu, 'işlem geçmişi'],
  [/(?<!\p{L})süzge[çc]/iu, 'filtre'],
  [/(?<!\p{L}|e-|elektronik )posta(?! kodu| ve telgraf teşkilatı)/iu, 'e-posta'],
  [/(?<!\p{L})pazar yer/iu, 'pazaryeri'],
  [/(?<!\p{L})(sen|sana|seni|senin|sende|senden)(?!\p{L})/iu, 'siz'],
  [/\p{L}(abilirsin|ebilirsin|yorsun|yorsan|malısın|melisin|mıştın|miştin)(?!\p{L})/iu, '-siniz'],
  [/(?<!\p{L})(mağazan|parolan)(ı|a|da|dan|la)?(?!\p{L})/iu, 'mağazanız, parolanız'],
  [/onayını bekl/iu, 'onayınızı'],
  [
    /(?<!\p{L})(gir|seç|yaz|sil|dene|bak|ekle|gönder|kullan|kopyala|aç|kapat|değiştir|kaldır|iste|katıl|denetle)[.;!]/iu,
    'girin, seçin, yazın …',
  ],
];

/** @returns what is wrong with a Turkish text: the word that it should use */
const faultsOf = (text: string): string[] =>
  forbidden.filter(([pattern]) => pattern.test(text)).map(([, instead]) => instead);

const sources = (): string[] =>
  (readdirSync(src, { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file))
    // The simulator speaks of the goods of other people.
    .filter((file) => !file.startsWith('simulator/') && !file.includes('demo'));

interface Node {
  readonly type?: string;
  readonly [part: string]: unknown;
}

/** Texts in a file that are Turkish: by their letters, or by the place that they stand in. */
function turkishIn(file: string): string[] {
  const whole = /^panel\/text\/tr[./]/.test(file);
  const texts: string[] = [];
  const visit = (part: unknown, isTurkish: boolean): void => {
    if (typeof part !== 'object' || part === null) return;
    const node = part as Node;
    const text = textOf(node);
    if (text !== null && (isTurkish || /[çğışöüÇĞİŞÖÜ]/.test(text))) texts.push(text);
    const turkish = whole ? null : placeOfTurkish(node);
    for (const child of childrenOf(node)) visit(child, whole || (turkish !== null && child === turkish));
  };
  visit(
    parseSync(readFileSync(path.join(src, file), 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }),
    whole,
  );
  return texts;
}

/** Arguments stand in boxes of their own. */
const childrenOf = (node: Node): unknown[] =>
  Object.values(node).flatMap((part) =>
    Array.isArray(part) ? part.map((each) => (each as { expression?: unknown } | null)?.expression ?? each) : [part],
  );

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node.value);
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { raw: string }[]).map(({ raw }) => raw).join('…');
}

/** `tr: '…'`, `turkish: '…'`, or the first of the two texts that `label` takes. */
function placeOfTurkish(node: Node): unknown {
  const nameOf = (part: unknown): unknown => (part as Node | undefined)?.value;
  if (node.type === 'KeyValueProperty') return ['tr', 'turkish'].includes(String(nameOf(node.key))) ? node.value : null;
  return node.type === 'CallExpression' && nameOf(node.callee) === 'label'
    ? (node.arguments as { expression: unknown }[])[0]?.expression
    : null;
}

/** What shoppers are told, which the contract says word for word (spec §6.1). */
const ofTheContract = new Set(['Şu anda ödeme alınamıyor: lütfen daha sonra tekrar dene.']);

test('Turkish texts speak to "siz", in the words of the trade', () => {
  const found = sources().flatMap((file) =>
    turkishIn(file)
      .filter((text) => !ofTheContract.has(text))
      .flatMap((text) => faultsOf(text).map((instead) => `${file}: “${text}” → ${instead}`)),
  );
  expect(found).toEqual([]);
});

test('the check finds what it is for', () => {
  const wrong = [
    'Devam etmek için parolanı yeniden gir.',
    'Henüz jeton yok',
    'Token oluştur',
    'Bu süzgece uyan kayıt yok.',
    'Bu postayı sil.',
    'Mağazan için bir öneri var',
    'Sonra onaylayabilirsin',
  ];
  expect(wrong.filter((text) => faultsOf(text).length === 0)).toEqual([]);
  const right = [
    'Sil',
    'Öneri reddedilsin mi?',
    'Mağazanın adı',
    'E-postalar',
    'Posta kodu',
    'Kayıtlı elektronik posta',
    'Posta ve Telgraf Teşkilatı A.Ş.',
  ];
  expect(right.flatMap(faultsOf)).toEqual([]);
});
