import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import { useExtensions } from '../api/queries';
import type { Extension } from '../api/types';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure, Loading, PageHeader } from '../parts/states';
import { Ago } from '../parts/time';
import { PreviewDialog, type Ran } from '../products/preview';
import { useSaved } from '../products/saved';
import { useText } from '../text/text';
import { Consent, grows } from './consent';
import { type Disconnect, DisconnectDialog } from './disconnect';
import { HooksOff } from './hooks';
import { Ops } from './ops';
import { blockerIn, type ExtensionStep, stateOf, stepsOf } from './steps';

const COLORS = { enabled: 'teal', disabled: 'gray', absent: 'gray', unavailable: 'red' } as const;

/** Shows the extensions that the shop has installed and those that it could install, each with its needs and the way on. */
export function ExtensionsPage() {
  const texts = useText();
  const { data, error, refetch } = useExtensions();
  const saved = useSaved();
  return (
    <>
      <PageHeader title={texts.nav.extensions} lead={texts.extensions.lead}>
        <Button variant="default" component={Link} href="/settings/extensions/webhooks">
          {texts.webhooks.title}
        </Button>
      </PageHeader>
      <Stack>
        {error && !data && <Failure error={error} retry={refetch} />}
        {!error && !data && <Loading />}
        {data?.map((extension) => (
          <Fragment key={extension.key}>
            <ExtensionPart extension={extension} onRan={saved.keepIn(extension.key)} />
            {saved.shownIn(extension.key)}
          </Fragment>
        ))}
      </Stack>
    </>
  );
}

interface ExtensionPartProps {
  readonly extension: Extension;
  readonly onRan: (ran: Ran) => void;
}

function ExtensionPart({ extension, onRan }: ExtensionPartProps) {
  const texts = useText();
  const [step, setStep] = useState<ExtensionStep | null>(null);
  const { key, name, available, installed, version, upgrade, blockedBy } = extension;
  const state = stateOf(extension);
  const hasHooksOff = (installed?.hooksOff.length ?? 0) > 0;
  const shownVersion = installed?.version ?? version;
  return (
    <Part title={name}>
      <Text size="sm" c="dimmed">
        {extension.summary[texts.language]}
      </Text>
      <Group gap="xs" mt="sm">
        <Badge variant="light" color={state === 'enabled' && hasHooksOff ? 'gray' : COLORS[state]}>
          {texts.extensions.states[state]}
        </Badge>
        {hasHooksOff && (
          <Badge variant="light" color="orange">
            {texts.extensions.hooks.off}
          </Badge>
        )}
        {shownVersion && (
          <Text size="xs" c="dimmed">
            {texts.extensions.version(shownVersion)}
          </Text>
        )}
        {installed && (
          <Text size="xs" c="dimmed">
            {texts.extensions.installed} <Ago at={installed.installedAt} />
          </Text>
        )}
      </Group>
      {upgrade && (
        <Text size="sm" mt="sm">
          {texts.extensions.upgradeTo(upgrade.version)}
          {!upgrade.lossless && ` ${texts.extensions.losing}`}
        </Text>
      )}
      {upgrade && <Outside extension={extension} actions={upgrade.growth.actions} />}
      {upgrade && <Lacking extension={extension} what={upgrade.blockedBy} says={texts.extensions.lacksForUpgrade} />}
      {installed && available && <Lacking extension={extension} what={blockedBy} says={texts.extensions.lacks} />}
      <HooksOff extension={extension} onRan={onRan} />
      <Group gap="xs" mt="md">
        {available && (
          <Button size="xs" variant="default" component={Link} href={`/connect/${key}`}>
            {texts.extensions.connect}
          </Button>
        )}
        {stepsOf(extension).map((each) => (
          <Button
            key={each}
            size="xs"
            variant="default"
            aria-label={texts.extensions.stepOf(texts.extensions.steps[each].name, name)}
            onClick={() => setStep(each)}
          >
            {texts.extensions.steps[each].name}
          </Button>
        ))}
      </Group>
      {available && <Ops extension={extension} />}
      {step && <StepDialog extension={extension} step={step} onRan={onRan} onClose={() => setStep(null)} />}
    </Part>
  );
}

interface OutsideProps {
  readonly extension: Extension;
  readonly actions: NonNullable<Extension['upgrade']>['growth']['actions'];
}

/** The acts outside of the shop that wait for the consent of an owner. */
function Outside({ extension: { name }, actions }: OutsideProps) {
  const texts = useText();
  const word = useWord('extension', 'granted', 'actions');
  if (actions.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {texts.extensions.outside(name)}
      </Text>
      <List size="sm">
        {actions.map((action) => (
          <List.Item key={action}>{word(action)}</List.Item>
        ))}
      </List>
    </>
  );
}

interface LackingProps {
  readonly extension: Extension;
  readonly what: readonly string[];
  readonly says: string;
}

function Lacking({ extension, what, says }: LackingProps) {
  const texts = useText();
  if (what.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="sm">
        {says}
      </Text>
      <List size="sm">
        {what.map((blocker) => (
          <List.Item key={blocker}>{blockerIn(blocker, extension, texts)}</List.Item>
        ))}
      </List>
    </>
  );
}

interface StepDialogProps extends ExtensionPartProps {
  readonly step: ExtensionStep;
  readonly onClose: () => void;
}

function StepDialog({ extension, step, onRan, onClose }: StepDialogProps) {
  const texts = useText();
  const { key, name, kind, installed, upgrade } = extension;
  const [consents, setConsents] = useState(false);
  const [disconnect, setDisconnect] = useState<Disconnect | null>(null);
  const asks = step === 'upgrade' && upgrade !== null && grows(upgrade.growth);
  if (asks && !consents)
    return (
      <Consent extension={extension} growth={upgrade.growth} onConsent={() => setConsents(true)} onClose={onClose} />
    );
  if (step === 'disable' && kind === 'channel' && disconnect === null)
    return <DisconnectDialog extension={extension} onChoose={setDisconnect} onClose={onClose} />;
  const { name: yes, title } = texts.extensions.steps[step];
  const { text } = disconnect === null ? texts.extensions.steps[step] : texts.extensions.disconnect[disconnect];
  const seen = installed ? { expectedRev: installed.rev } : {};
  const stated = disconnect === null ? {} : { disconnect };
  // The owner agrees to the shown version, and to no later one.
  const agreed = step === 'upgrade' && upgrade ? { version: upgrade.version, ...(asks ? { consent: true } : {}) } : {};
  return (
    <PreviewDialog
      title={title(name)}
      text={text(name)}
      yes={yes}
      destructive={step === 'uninstall'}
      calls={[{ command: `extension.${step}`, payload: { extension: key, ...seen, ...stated, ...agreed } }]}
      titles={{ [key]: name }}
      onRan={onRan}
      onClose={onClose}
    />
  );
}
