import { type CssFault, gated } from '../../theme/css/gate';
import type { Bundle } from '../bundle/bundle';
import { type Finding, finding } from '../bundle/finding';

/** Bytes that the style sheet of a design may have for now: it is read in the process that answers, and a longer one would hold others up. */
const CUSTOM_CSS_BYTES_MAX = 4 * 1024;

/** Faults of the style sheet that a design brings. */
export const cssFindings = ({ customCss = '' }: Bundle): Finding[] =>
  customCss === '' ? [] : gated(customCss, CUSTOM_CSS_BYTES_MAX).faults.map(ofFault);

const ofFault = ({ code, name, line, column }: CssFault): Finding => {
  const place = { tr: `${line}. satır, ${column}. sütun`, en: `line ${line}, column ${column}` };
  const detail = { tr: `${place.tr}: ${name}`, en: `${place.en}: ${name}` };
  const found = finding('/customCss', code, { name, most: CUSTOM_CSS_BYTES_MAX, detail });
  return code === 'css_syntax' || code === 'css_too_large'
    ? found
    : { ...found, message: `${place.tr}: ${found.message}`, english: `${place.en}: ${found.english}` };
};
