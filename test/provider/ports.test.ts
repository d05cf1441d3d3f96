import { providers } from '../../src/extension/provider/list';

test('simulators have ports of their own, so that a first start says of none that it is busy', () => {
  const ports = providers.flatMap(({ simulator }) => (simulator ? [simulator.port] : []));
  expect(ports.length).toBeGreaterThan(3);
  expect(new Set(ports).size).toBe(ports.length);
});
