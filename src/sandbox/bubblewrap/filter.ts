/** Numbers of system calls on x86-64 that no command needs and that lead towards the kernel. */
const REFUSED = {
  ptrace: 101,
  syslog: 103,
  personality: 135,
  pivot_root: 155,
  chroot: 161,
  acct: 163,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  init_module: 175,
  delete_module: 176,
  quotactl: 179,
  mknod: 133,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  mknodat: 259,
  unshare: 272,
  perf_event_open: 298,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  finit_module: 313,
  kexec_load: 246,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  mount_setattr: 442,
} as const;

/** Calls that make memory which no file system and no process shows. */
const HIDING = { shmget: 29, memfd_create: 319, memfd_secret: 447 } as const;

const CLONE = 56;
const CLONE3 = 435;
const IOCTL = 16;
/** Flags of `clone` that make a namespace. */
const CLONE_NEW = 0x7e02_0000;
/** Requests of `ioctl` that type into the terminal of somebody else. */
const TYPING = [0x5412, 0x541c];

const AUDIT_ARCH_X86_64 = 0xc000_003e;
/** Calls of the x32 interface have this bit. */
const X32 = 0x4000_0000;

/** Offsets in the data that the kernel shows the filter. */
const [NUMBER, ARCHITECTURE, FIRST, SECOND] = [0, 4, 16, 24];

const [LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;

type FilterStep = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const answer = (value: number): FilterStep => [RETURN, 0, 0, value];
const load = (offset: number): FilterStep => [LOAD, 0, 0, offset];
/** Answers when the test holds, else goes on. */
const when = (test: number, value: number, result: number): FilterStep[] => [[test, 0, 1, value], answer(result)];

/**
 * The filter of system calls as the kernel takes it.
 * @param allCounted the kernel counts hidden memory too @returns undefined on a machine whose numbers are not known here
 */
export function filterFor(architecture: string, allCounted: boolean): Buffer | undefined {
  if (architecture !== 'x64') return undefined;
  const steps: FilterStep[] = [
    load(ARCHITECTURE),
    [EQUAL, 1, 0, AUDIT_ARCH_X86_64],
    answer(KILL),
    load(NUMBER),
    ...when(AT_LEAST, X32, EPERM),
    // Its flags stand in memory, where a filter cannot look. Programs fall back to `clone`.
    ...when(EQUAL, CLONE3, ENOSYS),
    ...Object.values(REFUSED).flatMap((number) => when(EQUAL, number, EPERM)),
    ...(allCounted ? [] : Object.values(HIDING).flatMap((number) => when(EQUAL, number, ENOSYS))),
    [EQUAL, 0, 3, CLONE],
    load(FIRST),
    ...when(ANY_BIT, CLONE_NEW, EPERM),
    load(NUMBER),
    [EQUAL, 0, 2 + 2 * TYPING.length - 1, IOCTL],
    load(SECOND),
    ...TYPING.flatMap((request) => when(EQUAL, request, EPERM)),
    answer(ALLOW),
  ];
  return Buffer.concat(
    steps.map(([code, ifTrue, ifFalse, value]) => {
      const step = Buffer.alloc(8);
      step.writeUInt16LE(code, 0);
      step.writeUInt8(ifTrue, 2);
      step.writeUInt8(ifFalse, 3);
      step.writeUInt32LE(value, 4);
      return step;
    }),
  );
}
