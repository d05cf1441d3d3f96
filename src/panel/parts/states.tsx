import {
  Alert,
  Button,
  Center,
  Code,
  Group,
  Loader,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { ArchiveIcon, ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';
import { TOTAL_MAX } from '../../kernel/schema/total';
import type { ProblemError } from '../api/client';
import type { Page } from '../api/types';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { Faults } from './faults';
import { Visible } from './quoted';
import { useSaid } from './said';
import { usePageTitle } from './title';
import { UsedBy, usersIn } from './used-by';

export function Loading({ label }: { readonly label?: string }) {
  const texts = useText();
  return (
    <Center py="xl" role="status" aria-live="polite">
      <Group gap="sm">
        <Loader size="sm" />
        <Text c="dimmed">{label ?? texts.common.loading}…</Text>
      </Group>
    </Center>
  );
}

/** The rows of a list before they come. */
export interface RowsAhead {
  /** The height of a row in px, on wide screens and on phones. */
  readonly wide: number;
  readonly narrow: number;
  /** How many of them are drawn. */
  readonly rows?: number;
  /** A table has a line of names above its rows, and cards have room between them. */
  readonly form?: 'table' | 'cards';
}

const ROWS_AHEAD = 12;
const fewLines: RowsAhead = { wide: 44, narrow: 44, rows: 3 };

/** Grey bars where the rows of a list will stand: nothing moves when they come. */
export function WaitingRows({ wide, narrow, rows = ROWS_AHEAD, form }: RowsAhead) {
  const heights = { '--row-wide': `${wide}px`, '--row-narrow': `${narrow}px` } as CSSProperties;
  return (
    <Waiting>
      <div className={`waiting ${form ?? ''}`} style={heights} aria-hidden>
        {form === 'table' && <div className="waiting-head" />}
        {Array.from({ length: rows }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars that never move
          <div className="waiting-row" key={place} />
        ))}
      </div>
    </Waiting>
  );
}

/** Grey shapes where the title and the parts of a page will stand. */
export const WaitingPage = () => (
  <Waiting>
    <div className="waiting page" aria-hidden>
      <div className="waiting-title" />
      <div className="waiting-part" />
      <div className="waiting-part" />
    </div>
  </Waiting>
);

function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" aria-live="polite">
      <VisuallyHidden>{useText().common.loading}…</VisuallyHidden>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

export function Empty({ title, hint, children }: EmptyProps) {
  return (
    <Center py={48}>
      <Stack align="center" gap="xs" maw={420}>
        <ThemeIcon size={48} radius="xl" variant="light" color="gray">
          <ArchiveIcon width={22} height={22} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {hint && (
          <Text c="dimmed" ta="center" size="sm">
            {hint}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  );
}

/** Whether it is said above the page already that the server cannot be reached. */
export const AnnouncedContext = createContext(false);

interface FailureProps {
  readonly error: ProblemError;
  readonly retry?: () => unknown;
  /** It stands in a dialog, which covers what is said above the page. */
  readonly inDialog?: boolean;
}

/** A problem as the API tells it: the merchant's sentence, the wrong fields, and what support asks for. */
export function Failure({ error, retry, inDialog = false }: FailureProps) {
  const texts = useText();
  const isAnnounced = useContext(AnnouncedContext) && !inDialog;
  const saidBy = useSaid();
  // A read comes back by itself. An act does not, and says so at its place.
  if (isAnnounced && retry && error.problem?.code === 'unreachable')
    return (
      <Text c="dimmed" size="sm" py="xs">
        {texts.unreachable.part}
      </Text>
    );
  const problem = error.problem ?? unexpected(error, texts);
  const { code, errors = [], requestId } = problem;
  const { title, detail, nextStep } = saidBy(problem);
  const users = usersIn(problem);
  return (
    <Alert color="red" role="alert" icon={<ExclamationTriangleIcon />} title={title}>
      <Stack gap="xs">
        {users.length > 0 ? (
          <UsedBy users={users} />
        ) : errors.length > 0 ? (
          <Faults faults={errors} />
        ) : nextStep !== null ? (
          <Text size="sm">
            <Visible text={nextStep} />
          </Text>
        ) : (
          detail !== null && (
            <Text size="sm">
              <Visible text={detail} />
            </Text>
          )
        )}
        <Text size="xs" c="dimmed">
          <Code>{code}</Code>
          {requestId && ` · ${texts.common.requestId}: ${requestId}`}
        </Text>
        {retry && (
          <Group>
            <Button size="xs" variant="light" color="red" onClick={() => void retry()}>
              {texts.common.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** A bug of the panel itself, thrown where an answer was read. */
const unexpected = (error: Error, texts: Texts): ProblemError['problem'] => ({
  status: 0,
  code: 'panel_error',
  title: texts.common.panelError,
  detail: error.message,
  message: texts.common.panelError,
});

interface PageHeaderProps {
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
}

export function PageHeader({ title, lead, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" size="sm" maw={620}>
            {lead}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

interface PagesProps<Item> {
  readonly query: {
    readonly data: { readonly pages: readonly Pick<Page<Item>, 'items' | 'total'>[] } | undefined;
    readonly error: ProblemError | null;
    readonly isPending: boolean;
    /** Whether the rows are still those of another filter. */
    readonly isPlaceholderData: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
    refetch(): unknown;
  };
  readonly empty: ReactNode;
  readonly ahead?: RowsAhead;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list by pages in each of its states: not yet, failed, nothing, something. */
export function Pages<Item>({ query, empty, ahead = fewLines, children }: PagesProps<Item>) {
  const texts = useText();
  if (query.isPending) return <WaitingRows {...ahead} />;
  if (!query.data) return <Failure error={query.error as ProblemError} retry={query.refetch} />;
  const items = query.data.pages.flatMap((page) => page.items);
  const total = query.data.pages[0]?.total;
  return (
    <Stack gap="sm" className="pages" aria-busy={query.isPlaceholderData}>
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      {items.length === 0 ? empty : children(items)}
      {query.hasNextPage && (
        <Stack align="center" gap={4}>
          {typeof total === 'number' && (
            <Text size="sm" c="dimmed">
              {texts.common.shown(
                count(items.length, texts),
                `${count(Math.max(total, items.length), texts)}${total === TOTAL_MAX ? '+' : ''}`,
              )}
            </Text>
          )}
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.common.more}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
