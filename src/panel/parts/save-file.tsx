import { Button, type ButtonProps } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { type AnsweredFile, client, type ProblemError } from '../api/client';
import { useText } from '../text/text';
import { tellProblem } from './confirm';

interface SaveFileProps extends ButtonProps {
  readonly path: string;
  /** @default GET */
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The name of the saved file, for a reader who does not see beside it. */
  readonly of: string;
  readonly children: string;
}

/** Has the browser save a file. A link could not: it carries the cookie of the session and not its proof. */
export function SaveFile({ path, method = 'GET', query = {}, body, of, children, ...props }: SaveFileProps) {
  const texts = useText();
  const [busy, setBusy] = useState(false);
  const fetchIt = async (): Promise<void> => {
    setBusy(true);
    try {
      save(await client.file(method, path, query, body));
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<DownloadIcon aria-hidden />}
      loading={busy}
      aria-label={`${of}: ${children}`}
      {...props}
      onClick={() => void fetchIt()}
    >
      {children}
    </Button>
  );
}

/** Has the browser save it. Saved and not shown: what others have written never becomes a page of this origin. */
export function save({ name, bytes }: AnsweredFile): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
