import { storableAnswer } from '../../src/provider/storable-answer';

describe('an answer of a provider', () => {
  test('has ids, cursors and words that Postgres keeps, at any depth', () => {
    const answer = {
      rows: [
        { rowId: 's/ab\ud800', description: 'Kesinti\0 \udc00' },
        { rowId: 's/1', 'na\ud800me': null },
      ],
      next: 'c\0ursor',
    };
    expect(storableAnswer(answer)).toEqual({
      rows: [
        { rowId: 's/ab\ufffd', description: 'Kesinti \ufffd' },
        { rowId: 's/1', 'na\ufffdme': null },
      ],
      next: 'cursor',
    });
  });

  test('that has nothing to repair is itself, as are its bytes', () => {
    const answer = { bytes: new Uint8Array([0, 216]), rows: [{ title: 'Şapka 🎩', price: 1 }], next: null };
    expect(storableAnswer(answer)).toBe(answer);
    const { bytes } = storableAnswer({ ...answer, next: '\0' });
    expect(bytes).toBe(answer.bytes);
  });
});
