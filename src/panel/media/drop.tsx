import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@radix-ui/react-icons';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Visible } from '../parts/quoted';
import { useSaid } from '../parts/said';
import { percent } from '../text/format';
import { useText } from '../text/text';
import type { Coming } from './bring';
import { refusedFile } from './refused';
import { SIZE_MAX, TYPES } from './takes';

interface DropProps {
  readonly coming: readonly Coming[];
  readonly bring: (files: readonly File[]) => void;
  /** Further ways to a picture. */
  readonly children?: ReactNode;
}

/** Takes files that are dropped, or chosen, and shows the progress of those that come. */
export function Drop({ coming, bring, children }: DropProps) {
  const texts = useText();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) bring(files);
  };
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers alone, the button beside it is for everybody */}
      <div className={isOver ? 'drop over' : 'drop'} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
        <Text size="sm" c="dimmed">
          {texts.media.drop(SIZE_MAX)}
        </Text>
        <Group gap="xs" justify="center">
          <FileButton multiple accept={TYPES.join()} onChange={bring}>
            {({ onClick }) => (
              <Button size="xs" variant="default" leftSection={<UploadIcon aria-hidden />} onClick={onClick}>
                {texts.media.choose}
              </Button>
            )}
          </FileButton>
          {children}
        </Group>
      </div>
      {coming.map((each) => (
        <ComingLine key={each.key} coming={each} />
      ))}
    </Stack>
  );
}

function ComingLine({ coming: { name, sent, error } }: { readonly coming: Coming }) {
  const texts = useText();
  const saidBy = useSaid();
  if (error) {
    const said = error.problem && refusedFile(error.problem, texts);
    const { title, detail } = said
      ? { title: said, detail: null }
      : error.problem
        ? saidBy(error.problem)
        : { title: texts.common.wrong, detail: null };
    return (
      <Text size="sm" c="red" role="alert" className="value">
        <Visible text={name} />: {title}
        {detail !== null && (
          <>
            {' '}
            <Visible text={detail} />
          </>
        )}
      </Text>
    );
  }
  return (
    <div className="value">
      <Text size="sm">
        <Visible text={name} /> · {sent < 1 ? percent(Math.floor(sent * 100), texts) : texts.media.saving}
      </Text>
      <Progress value={sent * 100} aria-label={`${texts.media.sending}: ${name}`} />
    </div>
  );
}
