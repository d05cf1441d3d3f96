import { Alert, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../text/text';

/** Widths of a phone and of a desk. */
const widths = [390, 1280] as const;
export type Width = (typeof widths)[number];

const HEIGHT = 720;

interface WidthsProps {
  readonly width: Width;
  readonly onWidth: (width: Width) => void;
}

export function Widths({ width, onWidth }: WidthsProps) {
  const { design } = useText();
  return (
    <SegmentedControl
      size="xs"
      aria-label={design.preview.width}
      data={widths.map((each) => ({ value: String(each), label: design.preview.widths[each] }))}
      value={String(width)}
      onChange={(chosen) => onWidth(Number(chosen) as Width)}
    />
  );
}

interface FrameProps {
  readonly title: string;
  /** Address of the preview, and the page below it. */
  readonly url: string;
  readonly path: string;
  readonly width: Width;
  /** Another one is another render: the page is asked for again. */
  readonly version: string;
}

/** A page of a shop as wide as it would be seen, drawn smaller where there is no room for it. It runs nothing, whatever it holds. */
export function Frame({ title, url, path, width, version }: FrameProps) {
  const { ref, width: room } = useElementSize();
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  return (
    <div ref={ref} style={{ height: HEIGHT, overflow: 'hidden' }}>
      <iframe
        key={`${version} ${path}`}
        title={title}
        src={`${url.replace(/\/$/, '')}${path}`}
        sandbox=""
        referrerPolicy="no-referrer"
        className="preview-frame"
        style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}

interface PreviewProps {
  readonly preview: { readonly url: string } | null;
  readonly path: string;
  readonly version: string;
  /** Something was changed and not saved: it is not shown yet. */
  readonly isStale: boolean;
}

/** The draft as it was saved, at the width of a phone or of a desk. */
export function Preview({ preview, path, version, isStale }: PreviewProps) {
  const { design } = useText();
  const [width, setWidth] = useState<Width>(390);
  return (
    <Paper withBorder p="sm" component="section" aria-label={design.preview.title} className="preview-pane">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{design.preview.title}</Text>
          <Widths width={width} onWidth={setWidth} />
        </Group>
        {isStale && (
          <Text size="sm" c="dimmed">
            {design.preview.stale}
          </Text>
        )}
        {preview ? (
          <Frame title={design.preview.title} url={preview.url} path={path} width={width} version={version} />
        ) : (
          <Alert color="orange">{design.preview.off}</Alert>
        )}
      </Stack>
    </Paper>
  );
}
