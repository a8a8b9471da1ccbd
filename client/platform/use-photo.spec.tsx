import { act, configure, renderHook, waitFor } from '@testing-library/react';
import { CallFailed } from './api';
import { compressPhoto, PhotoTooLarge } from './compress-photo';
import { fetchPhoto, uploadPhoto } from './upload';
import { usePhoto } from './use-photo';

jest.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
jest.mock('./compress-photo', () => ({ ...jest.requireActual('./compress-photo'), compressPhoto: jest.fn() }));
jest.mock('./upload', () => ({ uploadPhoto: jest.fn(), fetchPhoto: jest.fn() }));

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
const compress = jest.mocked(compressPhoto);
const upload = jest.mocked(uploadPhoto);
const fetched = jest.mocked(fetchPhoto);
const FILE = new File(['photo'], 'photo.jpg', { type: 'image/jpeg' });
let pictures = 0;

beforeEach(() => {
  jest.resetAllMocks();
  URL.createObjectURL = () => `blob:${++pictures}`;
  URL.revokeObjectURL = jest.fn();
  compress.mockImplementation((file) => Promise.resolve({ file, drawable: true }));
  upload.mockResolvedValue('reference');
});

it('sends a photo, shows it, and tells its reference', async () => {
  const heard: (string | null)[] = [];
  const { result } = renderHook(() => usePhoto('deposit', { onReference: (reference) => heard.push(reference) }));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(result.current.reference).toBe('reference'));
  expect(result.current).toMatchObject({ preview: expect.stringMatching(/^blob:/), progress: null, problem: null });
  expect(heard).toEqual([null, 'reference']);
});

it('says what went wrong and sends the same photo again', async () => {
  upload.mockRejectedValueOnce(new CallFailed('refused', 'Upload failed'));
  const { result } = renderHook(() => usePhoto('deposit'));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(result.current.problem).toBe('Upload failed'));
  expect(result.current.reference).toBeNull();
  act(() => result.current.retry?.());
  await waitFor(() => expect(result.current.reference).toBe('reference'));
  expect(upload).toHaveBeenCalledTimes(2);
  expect(result.current).toMatchObject({ problem: null, retry: null });
});

it('does not send what the server would refuse for its size', async () => {
  compress.mockRejectedValue(new PhotoTooLarge());
  const { result } = renderHook(() => usePhoto('deposit'));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(result.current.problem).toBe('photo.tooLarge'));
  expect(upload).not.toHaveBeenCalled();
});

it("shows the server's copy of what this browser cannot draw", async () => {
  compress.mockImplementation((file) => Promise.resolve({ file, drawable: false }));
  fetched.mockResolvedValue(new Blob(['jpeg']));
  const { result } = renderHook(() => usePhoto('deposit'));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(result.current.preview).toMatch(/^blob:/));
  expect(fetched).toHaveBeenCalledWith('reference', expect.anything());
});

it('goes on with a photo that was uploaded before, and forgets one that is there no more', async () => {
  fetched.mockResolvedValueOnce(new Blob(['jpeg']));
  const restored = renderHook(() => usePhoto('verification', { initialReference: 'old' }));
  await waitFor(() => expect(restored.result.current.preview).toMatch(/^blob:/));
  expect(restored.result.current.reference).toBe('old');

  fetched.mockResolvedValueOnce(null);
  const onReference = jest.fn();
  const lost = renderHook(() => usePhoto('verification', { initialReference: 'gone', onReference }));
  await waitFor(() => expect(lost.result.current.reference).toBeNull());
  expect(onReference).toHaveBeenCalledWith(null);
});

it('takes the newer photo where two were chosen', async () => {
  let finish: (reference: string) => void = () => {};
  upload.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  upload.mockResolvedValueOnce('newer');
  const { result } = renderHook(() => usePhoto('deposit'));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1));
  act(() => result.current.pick(FILE));
  await waitFor(() => expect(result.current.reference).toBe('newer'));
  await act(async () => finish('older'));
  expect(result.current.reference).toBe('newer');
});
