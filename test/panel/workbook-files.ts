import { strToU8, type Zippable, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** What a workbook is made of; texts are XML. */
interface WorkbookParts {
  /** Rows of the first sheet. */
  readonly rows: string;
  /** The part of the first sheet below `xl/`. */
  readonly target?: string;
  readonly sharedStrings?: readonly string[];
  readonly others?: Zippable;
}

/** A cell with a text. */
export const textCell = (address: string, text = 'x'): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

export const sheetXml = (rows: string): Uint8Array =>
  strToU8(`${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`);

/** A workbook as no program writes it, e.g. with a cell far away. Its second sheet is empty. */
export function workbookFile({ rows, target = 'worksheets/sheet1.xml', sharedStrings = [], others }: WorkbookParts) {
  const relation = (id: string, type: string, part: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${part}"/>`;
  return zipSync({
    'xl/workbook.xml': strToU8(
      `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'worksheet', target)}${relation('rId2', 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `${HEAD}<sst ${MAIN}>${sharedStrings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet2.xml': sheetXml(''),
    ...others,
    [`xl/${target}`]: sheetXml(rows),
  }) as Uint8Array<ArrayBuffer>;
}
