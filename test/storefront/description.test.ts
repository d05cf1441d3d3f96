import fc from 'fast-check';
import {
  blocksIn,
  type DescriptionBlock,
  type DescriptionCell,
  descriptionWords,
} from '../../src/storefront/text/description';

/** Blocks in short: the type, and the text with `*bold*`, `_italic_` and `[link](address)`. */
const short = (html: string): readonly (string | readonly (readonly string[])[])[] => blocksIn(html).map(shortBlock);

const shortBlock = (block: DescriptionBlock) =>
  block.type === 'table'
    ? block.rows.map((row) => row.map(({ isHead, children }) => `${isHead ? '# ' : ''}${shortRuns(children)}`))
    : `${block.type}: ${shortRuns(block.children)}`;

const shortRuns = (runs: DescriptionCell['children']): string =>
  runs
    .map(({ text, bold, italic, link }) => {
      const formatted = `${bold ? '*' : ''}${italic ? '_' : ''}${text}${italic ? '_' : ''}${bold ? '*' : ''}`;
      return link === undefined ? formatted : `[${formatted}](${String(link)})`;
    })
    .join('');

describe('a description keeps the structure that tells something', () => {
  test.each<readonly [string, string, ReturnType<typeof short>]>([
    ['plain text by its lines', 'Demli çay\n\nSıcak için', ['p: Demli çay', 'p: Sıcak için']],
    ['line ends of markup as blanks', '<p>Demli\n çay</p>\n<p>Sıcak</p>', ['p: Demli çay', 'p: Sıcak']],
    ['bold and italic', '<p>Bir <b>koyu</b> ve <em>eğik</em></p>', ['p: Bir *koyu* ve _eğik_']],
    ['formats without blocks', 'Bir <strong>koyu</strong>\nsatır', ['p: Bir *koyu*', 'p: satır']],
    ['breaks', 'son<br>satır<br/><br>', ['p: son\nsatır']],
    ['lists', '<ul><li>Bir</li><li>İki</li></ul><ol><li>Üç</ol>', ['ul: Bir', 'ul: İki', 'ol: Üç']],
    [
      'lists in lists',
      '<ul><li>Bir<ol><li>İki</li></ol>son</li><li>Üç</li></ul>',
      ['ul: Bir', 'ol: İki', 'ul: son', 'ul: Üç'],
    ],
    ['paragraphs of an item', '<ul><li><p>Bir</p><p>İki</p></li></ul>', ['ul: Bir\nİki']],
    ['headings below that of the page', '<h1>Büyük</h1><h4>Küçük</h4>', ['h2: Büyük', 'h3: Küçük']],
    ['a small heading without a large one', '<h4>Küçük</h4><p>x</p>', ['h2: Küçük', 'p: x']],
    ['quotations', '<blockquote><p>Söz</p></blockquote>son', ['quote: Söz', 'p: son']],
    ['links', '<a href=" https://tezgah.test/a?b=1&amp;c=2 ">bak</a>', ['p: [bak](https://tezgah.test/a?b=1&c=2)']],
    ['references', '<p>&Ccedil;ay &lt;3 &#x1F375; 3 < 5</p>', ['p: Çay <3 🍵 3 < 5']],
    [
      'a table of sizes',
      '<table><thead><tr><th>Beden<th>Göğüs</thead><tr><td>S<td>96 <b>cm</b></tr><tr><td>M</td><td>100</td></tr></table>',
      [
        [
          ['# Beden', '# Göğüs'],
          ['S', '96 *cm*'],
          ['M', '100'],
        ],
      ],
    ],
    ['a table that arranges text', '<table><tr><td><p>Bir</p></td></tr></table>', ['p: Bir']],
    [
      'a table in a cell',
      '<table><tr><td>a<table><tr><td>b<td>c</table></td><td>d</td></tr></table>',
      [[['a\nb c', 'd']]],
    ],
    ['a table that is not closed', '<p>önce<table><tr><td>a<td>b', ['p: önce', [['a', 'b']]]],
    [
      'nothing of what nobody reads',
      'Kahve<script>alert(1)</script><style>p{}</style><svg><p>x</p></svg>',
      ['p: Kahve'],
    ],
    ['nothing of nothing', '<p> &nbsp; </p><img src=x onerror=alert(1)><svg onload=alert(1)>', []],
  ])('%s', (_, html, expected) => {
    expect(short(html)).toEqual(expected);
  });

  test('cells keep the columns and rows that they take, within bounds', () => {
    const [table] = blocksIn('<table><tr><th colspan=2 rowspan="3">a</th><td colspan="1e9">b</td></tr></table>');
    expect(table).toEqual({
      type: 'table',
      rows: [
        [
          { isHead: true, columns: 2, rows: 3, children: [{ text: 'a' }] },
          { isHead: false, columns: 1, rows: 1, children: [{ text: 'b' }] },
        ],
      ],
    });
  });

  test('words in one line are those of all blocks', () => {
    expect(descriptionWords('<h2>Kazak</h2><ul><li>Yün</ul><table><tr><td>S<td>96<tr><td>M<td>100</table>')).toBe(
      'Kazak Yün S 96, M 100',
    );
    expect(descriptionWords(null)).toBe('');
  });
});

/** Markup that parsers of browsers move, close or read otherwise than it stands. */
const pieces = [
  ...['<p>', '</p>', '<b>', '</b>', '<a href="/x">', '</a>', '<table>', '<tr>', '<td>', '</td>', '</table>', '<li>'],
  ...['<ul>', '</ul>', '<math>', '<mtext>', '<svg>', '</svg>', '<style>', '</style>', '<!--', '-->', '<noscript>'],
  ...[
    '</noscript>',
    '<template>',
    '<title>',
    '</title>',
    '<br>',
    '</br>',
    '<form>',
    '</div>',
    '</main>',
    'x',
    '<',
    '>',
  ],
  ...['<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">', '&lt;script&gt;', '"', "'", '<plaintext>'],
] as const;

test('whatever is written, blocks hold text and nothing else, and no letter outside of what is unread is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (taken) => {
      for (const block of blocksIn(taken.join(''))) {
        const lines = block.type === 'table' ? block.rows.flat() : [block];
        for (const { children } of lines)
          for (const run of children) {
            expect(Object.keys(run).filter((key) => !['text', 'bold', 'italic', 'link'].includes(key))).toEqual([]);
            expect(run.text).not.toBe('');
          }
      }
    }),
  );
  const tags = ['<p>', '</p>', '<b>', '</b>', '<ul>', '<li>', '</ul>', '<table>', '<tr>', '<td>', '</table>', '<h3>'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tags, 'x'), { maxLength: 60 }), (taken) => {
      const written = taken.filter((each) => each === 'x').length;
      expect(descriptionWords(taken.join('')).replaceAll(/[^x]/g, '')).toHaveLength(written);
    }),
    { numRuns: 500 },
  );
});
