import type { WrittenLetter } from '../kernel/declaration/letter';
import { hostOf } from '../kernel/host-of';

/** The texts of a letter, part by part. */
export interface LetterParts {
  readonly storeName: string;
  readonly to: string;
  readonly subject: string;
  /** The first sentence, below a greeting by name. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  /** Names with values, e.g. what was bought with what it cost. */
  readonly rows?: readonly (readonly [name: string, value: string])[];
  /** An address that leads somewhere outside, in words. The letter names its host: others may have stated it. */
  readonly link?: Link | undefined;
  /** The page of the shop at which the buyer follows the order. */
  readonly page?: Link;
}

interface Link {
  readonly words: string;
  readonly address: string;
}

/** A letter as text and as a page that mail programs show: inline styles, no picture, no script. */
export function letter(parts: LetterParts): WrittenLetter {
  const { storeName, to, subject, paragraphs, rows = [], link, page } = parts;
  const links = [link, page].flatMap((each) => each ?? []);
  const name = unlinked(parts.name);
  const text = [
    `Merhaba ${name},`,
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...links.map(({ words, address }) => `${words}: ${address}`),
    storeName,
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f3f1;font-family:'Helvetica Neue',Arial,sans-serif;color:#1f1d1a;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;background:#ffffff;padding:28px;border-radius:8px">
<p style="margin:0 0 20px;font-weight:bold;font-size:18px">${escaped(storeName)}</p>
<p style="margin:0 0 12px">Merhaba ${escaped(name)},</p>
${paragraphs.map((each) => `<p style="margin:0 0 12px">${escaped(each).replaceAll('\n', '<br>')}</p>`).join('\n')}
${rows.length > 0 ? tableOf(rows) : ''}
${links.map(linkTo).join('\n')}
</div></body></html>
`;
  return { to, subject, text, html };
}

const linkTo = ({ words, address }: Link): string =>
  `<p style="margin:20px 0 0"><a href="${escaped(address)}" style="color:#8a4b12">${escaped(`${words} (${hostOf(address)})`)}</a></p>`;

const tableOf = (rows: readonly (readonly [string, string])[]): string =>
  `<table role="presentation" style="width:100%;border-collapse:collapse;margin:16px 0 0">${rows
    .map(
      ([label, value]) =>
        `<tr><td style="padding:6px 0;border-bottom:1px solid #e6e3df">${escaped(label)}</td><td style="padding:6px 0;border-bottom:1px solid #e6e3df;text-align:right;white-space:nowrap">${escaped(value)}</td></tr>`,
    )
    .join('')}</table>`;

/**
 * A name as no mail program makes a link of it, and as people still write theirs (`M. Ali`): anybody can buy with the address of another,
 * who is greeted by whatever was typed as a name.
 */
export const unlinked = (name: string): string => name.replaceAll(/[.。．｡:@/\\](?=\S)/gu, '$& ');

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] as string);

const MEANT = new Map(Object.entries(SIGNS).map(([sign, name]) => [name, sign]));

/** Reverses {@link escaped} on a text. */
export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (name) => MEANT.get(name) as string);
