import { useRef, useState } from 'react';
import { client, newKey, type ProblemError, untilAnswered } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Media, Upload } from '../api/types';
import { useSession } from '../session/session';

/** A file that is on its way into the library, or did not get there. */
export interface Coming {
  readonly key: string;
  readonly name: string;
  /** How much of it is on its way, from 0 to 1. */
  readonly sent: number;
  readonly error: ProblemError | null;
}

/** With these the server asks to be asked later. */
const LATER = [429, 503];
const NAME_MAX = 200;

/** Names a picture by its file, without characters that no name may have. */
function nameOf(file: Pick<File, 'name'>): { name?: string } {
  const bare = file.name.replace(/\.[^.]*$/, '').replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const name = [...bare.trim()].slice(0, NAME_MAX).join('').trim();
  return name === '' ? {} : { name };
}

/**
 * Brings files into the library, one after the other.
 * @param onBrought is given each that is there
 */
export function useBringing(onBrought: (media: Media) => void = () => {}) {
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [coming, setComing] = useState<readonly Coming[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  // The callback is the one of the moment when a file is there, not of the moment when it was chosen.
  const told = useRef(onBrought);
  told.current = onBrought;

  const change = (key: string, to: Partial<Coming>) =>
    setComing((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)));
  const drop = (key: string) => setComing((all) => all.filter((each) => each.key !== key));

  async function bringOne(file: File, key: string): Promise<void> {
    try {
      const patience = { statuses: LATER };
      const upload = await untilAnswered(
        () => client.upload<Upload>('/v1/media/upload', file, key, (sent) => change(key, { sent })),
        patience,
      );
      const payload = { uploadId: upload.id, ...nameOf(file) };
      const command = { storeId, command: 'catalog.media.commit', payload };
      const commitKey = newKey();
      const { result } = await untilAnswered(() => client.run<Media>(command, commitKey), patience);
      drop(key);
      told.current(result);
    } catch (error) {
      change(key, { error: error as ProblemError });
    }
    await refresh();
  }

  function bring(files: readonly File[]): void {
    const begun = files.map((file) => ({ file, key: newKey() }));
    setComing((all) => [
      ...all.filter(({ error }) => error === null),
      ...begun.map(({ file: { name }, key }) => ({ key, name, sent: 0, error: null })),
    ]);
    for (const { file, key } of begun) last.current = last.current.then(() => bringOne(file, key));
  }

  return { coming, bring };
}
