import { Text } from '@mantine/core';
import { Failure, WaitingRows } from '../parts/states';
import { useText } from '../text/text';
import { useConcerns, useOverview } from './attention';
import { Concerns } from './concerns';
import { useTellWaiting } from './waiting';

/** Lists what waits as the home page does, on any page. */
export function BellList() {
  const texts = useText();
  const overview = useOverview();
  const concerns = useConcerns(overview);
  const { error, isPending, retry } = overview;
  useTellWaiting(isPending ? undefined : concerns);
  if (isPending && !error) return <WaitingRows wide={51} narrow={51} form="cards" />;
  if (error) return <Failure error={error} retry={retry} />;
  return concerns.length === 0 ? <Text c="dimmed">{texts.home.nothing}</Text> : <Concerns concerns={concerns} />;
}
