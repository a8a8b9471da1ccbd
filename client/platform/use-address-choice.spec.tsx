import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense, use } from 'react';
import { Link, Route, Routes, useNavigate, useSearchParams } from 'react-router-dom';
import { PageRouter } from './page-router';
import { useAddressChoice } from './use-address-choice';

const never = new Promise<never>(() => undefined);
const WAYS = ['coin', 'quick', 'bank'];

/** Stands for a machine that has no time yet to draw what another address brings. */
function Slow() {
  const [search] = useSearchParams();
  if (search.get('way') === 'quick') use(never);
  return null;
}

function Choices() {
  const [chosen, change] = useAddressChoice();
  const way = chosen.get('way') ?? 'coin';
  return (
    <>
      {WAYS.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="way"
            checked={each === way}
            onChange={() => change({ way: each === 'coin' ? null : each })}
          />
          {each}
        </label>
      ))}
      <select
        aria-label="Status"
        value={chosen.get('status') ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value })}
      >
        <option value="">All</option>
        <option value="open">Open</option>
      </select>
      <Link to="?way=bank">To the bank</Link>
    </>
  );
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const shown = () => WAYS.filter((way) => radio(way).checked);

/** What a browser does at the end of an event, before it draws. */
const endOfEvent = () => Promise.resolve();

/** Draws as a browser does: nothing is drawn for the test's sake before it looks. */
async function draw(page: ReactNode) {
  await act(async () => render(<PageRouter>{page}</PageRouter>));
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
}

beforeEach(() => window.history.replaceState(null, '', '/pages/deposit/index?coin=USDT'));

afterEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  cleanup();
});

describe('a choice that the address keeps', () => {
  it('is shown within the tap, whenever the rest of the page comes to be drawn', async () => {
    await draw(
      <>
        <Choices />
        <Suspense>
          <Slow />
        </Suspense>
      </>,
    );
    radio('quick').click();
    expect(shown()).toEqual(['quick']);
    expect(window.location.search).toBe('?coin=USDT&way=quick');
    radio('bank').click();
    expect(shown()).toEqual(['bank']);
    // A choice that is the page's own needs no word in the address.
    radio('coin').click();
    expect(shown()).toEqual(['coin']);
    expect(window.location.search).toBe('?coin=USDT');
  });

  it('leaves what was chosen besides, and takes no step of its own in the history', async () => {
    const steps = window.history.length;
    await draw(<Choices />);
    const status = screen.getByRole<HTMLSelectElement>('combobox');
    radio('quick').click();
    status.value = 'open';
    status.dispatchEvent(new Event('change', { bubbles: true }));
    expect(status.value).toBe('open');
    expect(shown()).toEqual(['quick']);
    expect(window.location.search).toBe('?coin=USDT&way=quick&status=open');
    expect(window.history.length).toBe(steps);
  });

  it('follows the address back and forward', async () => {
    await draw(<Choices />);
    radio('quick').click();
    screen.getByRole('link').click();
    await endOfEvent();
    expect(shown()).toEqual(['bank']);
    const walk = (way: 'back' | 'forward') =>
      new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
        window.history[way]();
      });
    await walk('back');
    await endOfEvent();
    expect(shown()).toEqual(['quick']);
    await walk('forward');
    await endOfEvent();
    expect(shown()).toEqual(['bank']);
  });
});

/** Takes longer to draw than the time after which React lets the browser do something else. */
function Heavy() {
  const until = performance.now() + 6;
  while (performance.now() < until);
  return null;
}

function First() {
  const navigate = useNavigate();
  const send = async () => {
    await Promise.resolve();
    void navigate('/second');
  };
  return (
    <button type="button" onClick={() => void send()}>
      Send
    </button>
  );
}

it('draws the page after a form in one piece, so that nothing more can be typed or pressed in the form', async () => {
  window.history.replaceState(null, '', '/first');
  await draw(
    <Routes>
      <Route path="/first" element={<First />} />
      <Route
        path="/second"
        element={
          <>
            {Array.from({ length: 20 }, (_, place) => (
              <Heavy key={place} />
            ))}
            <p>Second</p>
          </>
        }
      />
    </Routes>,
  );
  screen.getByRole('button').click();
  const looks: boolean[] = [];
  while (screen.queryByText('Second') === null) {
    // A task of the browser's own, as a press is one.
    await new Promise((resolve) => setTimeout(resolve));
    if (window.location.pathname === '/second') looks.push(screen.queryByRole('button') !== null);
  }
  expect(looks.filter(Boolean).length).toBeLessThan(2);
});
