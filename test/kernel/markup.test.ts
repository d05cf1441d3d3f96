import { rendered } from '../../src/kernel/trace/markup';

describe('HTML as it is read', () => {
  test('tags that format are left out, and blocks are lines', () => {
    expect(rendered('<p>El yapımı <b>bakır</b> cezve.</p>\n<ul><li>500 ml</li><li>Kalaylı</li></ul>')).toEqual({
      text: 'El yapımı bakır cezve.\n• 500 ml\n• Kalaylı',
      tags: '<p><b></b></p><ul><li></li><li></li></ul>',
    });
  });

  test('entities are the characters that they stand for', () => {
    expect(rendered('<p>Bakır &amp; kalay &lt;1923&gt; &#8378; &#x20ba; &olmayan;</p>').text).toBe(
      'Bakır & kalay <1923> ₺ ₺ &olmayan;',
    );
    expect(rendered('&#9999999; &#0;').text).toBe('&#9999999; &#0;');
  });

  test('where a link leads and what a picture is loaded from is read beside them', () => {
    expect(rendered('<p><a class="x" href="https://tezgah.test">bak</a> <img alt="Cezve" src=/c.png></p>').text).toBe(
      'bak [https://tezgah.test] [Cezve /c.png]',
    );
    expect(rendered('<a href="//kotu.test">açık kalan').text).toBe('açık kalan [//kotu.test]');
  });

  test.each([
    '<script>steal()</script>',
    '<iframe src="https://kotu.test"></iframe>',
    '<!-- gizli -->',
    '<b onclick="steal()">',
    '<img src="x"onerror=steal()>',
    '<a href="javascript:steal()">',
    '<x-unknown>',
    '1 < 2 and 3 > 2',
  ])('what does more than to format stays as it is written: %s', (html) => {
    expect(rendered(html)).toEqual({ text: html, tags: '' });
  });

  test('text without tags keeps its lines and blanks', () => {
    expect(rendered('bir\n\n  iki').text).toBe('bir\n\n  iki');
  });
});
