import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type LegalText, useLegalTexts } from '../api/legal';
import { Part } from '../parts/part';
import { Failure, Loading, PageHeader } from '../parts/states';
import { dateTime } from '../text/format';
import { legalPages } from '../text/legal';
import { useText } from '../text/text';
import { EditLegalText, WithdrawLegalText } from './acts';

/** Shows the texts that the law wants a shop to have, with what has become of each. */
export function LegalPage() {
  const texts = useText();
  const words = legalPages[texts.language];
  const { data, error, refetch } = useLegalTexts();
  return (
    <>
      <PageHeader title={texts.nav.legal} lead={words.lead} />
      <Stack>
        {error && !data && <Failure error={error} retry={refetch} />}
        {!error && !data && <Loading />}
        {data?.some(({ draft }) => draft === null) && (
          <Alert color="orange" title={words.noIdentity}>
            <Link href="/settings/store#identity">{words.toIdentity}</Link>
          </Alert>
        )}
        {data?.map((text) => (
          <OneText key={text.kind} text={text} />
        ))}
      </Stack>
    </>
  );
}

function OneText({ text }: { readonly text: LegalText }) {
  const texts = useText();
  const words = legalPages[texts.language];
  const { title, path, confirmed } = text;
  return (
    <Part title={title}>
      <Stack gap="xs">
        <Group gap="xs">
          {!confirmed && (
            <Badge variant="light" color="gray">
              {words.missing}
            </Badge>
          )}
          {confirmed && (
            <Badge variant="light" color={confirmed.isOutdated ? 'orange' : 'teal'}>
              {confirmed.isOutdated ? words.outdatedBadge : words.shown}
            </Badge>
          )}
          <Text size="sm" c="dimmed">
            {path}
          </Text>
        </Group>
        {confirmed && (
          <Text size="sm" c="dimmed">
            {words.confirmedAt(dateTime(confirmed.confirmedAt, texts))}
          </Text>
        )}
        {confirmed?.isOutdated && <Alert color="orange">{words.outdated}</Alert>}
        <Group gap="xs">
          {(confirmed ?? text.draft) !== null && <EditLegalText text={text} />}
          {confirmed && <WithdrawLegalText text={text} />}
        </Group>
      </Stack>
    </Part>
  );
}
