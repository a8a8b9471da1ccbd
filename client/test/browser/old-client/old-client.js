/* global io */
'use strict';

/**
 * What existing clients of the contract do, in one page: JSON bodies with numbers, promise chains that break at every status but 2xx,
 * the library 2.x for the socket, and uploads without a header. Written from the facts of the wire.
 */
const BITCOIN = { legal_id: 3, currency_id: 1 };
const byId = (id) => document.getElementById(id);
const stored = (key) => window.localStorage.getItem(key) || '';
const toast = (text) => {
  byId('toast').textContent = text;
};

/** As their library does it: any other status than one of success ends the chain. */
function send(method, path, fields) {
  const query = new URLSearchParams(Object.assign({ _timespan: Date.now() }, method === 'GET' ? fields : {}));
  const body = method === 'GET' ? {} : { body: JSON.stringify(fields || {}) };
  const headers = {
    Authorization: stored('token'),
    'language-mark': stored('language-mark'),
    'Content-Type': 'application/json;charset=utf-8',
  };
  return fetch(`/api/${path}?${query}`, Object.assign({ method, headers }, body)).then((reply) => {
    if (!reply.ok) throw new Error(`Request failed with status code ${reply.status}`);
    return reply.json();
  });
}

/** What a chain goes on with; what is refused is shown, and a dead token is forgotten. */
function message(reply) {
  if (reply.type === 'ok' || reply.code === 1) return reply.message || reply.data;
  if (reply.type === '999') {
    window.localStorage.removeItem('token');
    showLogin();
  }
  toast(reply.message || reply.msg);
  return null;
}

const post = (path, fields) => send('POST', path, fields).then(message).catch(broken);
const get = (path, fields) => send('GET', path, fields).then(message).catch(broken);

function broken(error) {
  toast(`Network error: ${error.message}`);
  return null;
}

function lines(id, rows, text) {
  byId(id).replaceChildren(
    ...rows.map((row) => {
      const line = document.createElement('li');
      line.textContent = text(row);
      return line;
    }),
  );
}

function showLogin() {
  byId('login').hidden = false;
  byId('own').hidden = true;
  byId('account').textContent = '';
}

byId('login').addEventListener('submit', (event) => {
  event.preventDefault();
  const { user_string, password } = event.target.elements;
  const fields = { user_string: user_string.value, password: password.value, area_code_id: 0, type: 1 };
  void post('user/login', fields).then((token) => {
    if (token === null) return;
    window.localStorage.setItem('token', token);
    window.location.reload();
  });
});

function showMarkets() {
  return get('currency/quotation_new').then((quotes) => {
    const shown = quotes[0].quotation.filter((pair) => pair.is_display == 1 && pair.open_lever == 1);
    lines('markets', shown, (pair) => `${pair.currency_name}/${pair.legal_name} ${pair.now_price * 1} ${pair.change}`);
  });
}

function showBars() {
  const to = Math.floor(Date.now() / 1000);
  return get('currency/new_timeshar', { symbol: 'BTC/USDT', period: '1min', from: to - 86400, to }).then((bars) => {
    const last = bars[bars.length - 1];
    const age = Math.round((Date.now() - last.time) / 60000);
    byId('bars').textContent = `${bars.length} bars, the last ${age} min old, closed at ${Number(last.close)}`;
  });
}

function showDeal() {
  return post('transaction/deal', BITCOIN).then((deal) => {
    lines('deal-in', deal.in, (row) => `${row.price * 1} × ${row.number * 1}`);
    lines('deal-out', deal.out, (row) => `${row.price * 1} × ${row.number * 1}`);
    lines('deal-complete', deal.complete, (row) => `${row.time} ${row.price * 1} × ${row.number * 1}`);
    byId('deal-balance').textContent = `${deal.user_legal * 1} USDT, ${deal.user_currency * 1} BTC`;
  });
}

function showPositions(rows) {
  lines('positions', rows, (row) => `#${row.id} ${row.symbol} ${row.type_name} ${row.share} × ${row.multiple}`);
  for (const [place, row] of rows.entries()) {
    const close = document.createElement('button');
    close.textContent = 'Close';
    close.addEventListener('click', () => post('lever/close', { id: row.id }).then((text) => text && toast(text)));
    byId('positions').children[place].append(' ', close);
  }
}

function order(share) {
  const market = { share, multiple: 10, type: 1, status: 1, target_price: '' };
  void post('lever/submit', Object.assign(market, BITCOIN)).then((text) => text && toast(text));
}

for (const button of document.querySelectorAll('[data-share]'))
  button.addEventListener('click', () => order(Number(button.dataset.share)));
byId('unknown').addEventListener('click', () => post('no/such/call', { id: 1 }));

/** The part of a page that chooses photos knows no header; the browser sends what it has of cookies. */
function upload(file) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open('POST', '/api/upload');
    request.addEventListener('load', () => resolve(JSON.parse(request.responseText)));
    request.addEventListener('error', () => reject(new Error('upload')));
    request.send(form);
  })
    .then(message)
    .catch(broken);
}

const photos = {};
for (const input of document.querySelectorAll('[data-side]')) {
  input.addEventListener('change', () => {
    void upload(input.files[0]).then((id) => {
      if (id === null) return;
      photos[input.dataset.side] = id;
      toast(`Uploaded: ${input.dataset.side}`);
    });
  });
}

byId('identity').addEventListener('submit', (event) => {
  event.preventDefault();
  const { name, card_id } = event.target.elements;
  const typed = { name: name.value, card_id: card_id.value };
  void post('user/real_name', Object.assign(typed, photos)).then((text) => {
    if (text === null) return;
    toast(text);
    void showReview();
  });
});

function showReview() {
  return get('user/center').then((user) => {
    byId('review').textContent = `Review: ${['none', 'waiting', 'verified'][user.review_status]} ${user.name}`;
  });
}

/** Each part of the page that listens says who is logged in, without proof. */
function listen(user) {
  const socket = io({ path: '/socket.io/' });
  const shown = { kline: 0, daymarket: 0, market_depth: 0, match_trade: 0 };
  socket.on('connect', () => {
    for (let part = 0; part < 3; part += 1) socket.emit('login', user === null ? null : user.id);
  });
  const show = (name, text) => {
    shown[name] += 1;
    byId(name).textContent = `${text} (${shown[name]})`;
  };
  socket.on('kline', (data) => {
    if (data.type === 'kline' && data.symbol === 'BTC/USDT' && data.period === '1min') show('kline', data.close * 1);
  });
  socket.on('daymarket', (data) => {
    if (data.symbol === 'BTC/USDT') show('daymarket', `${data.now_price * 1} ${data.change}`);
  });
  socket.on('market_depth', (data) => {
    const count = data.bids.reduce((sum, level) => sum + level[1], 0);
    if (data.symbol === 'BTC/USDT') show('market_depth', `${data.bids[0][0] * 1} ${typeof count}`);
  });
  socket.on('match_trade', (data) => {
    if (data.symbol === 'BTC/USDT') show('match_trade', `${data.data[0].price * 1} ${data.data[0].direction}`);
  });
  socket.on('lever_trade', (data) => {
    if (user !== null && data.to == user.id) showPositions(JSON.parse(data.trades_all));
  });
  socket.on('lever_closed', (data) => {
    byId('closed').textContent = `Closed: ${data.id.join()}`;
  });
}

function start() {
  void showMarkets();
  void showBars();
  if (stored('token') === '') {
    showLogin();
    listen(null);
    return;
  }
  void get('user/info').then((user) => {
    if (user === null) {
      listen(null);
      return;
    }
    byId('own').hidden = false;
    byId('account').textContent = `Account ${user.account_number}`;
    listen(user);
    void showDeal();
    void showReview();
  });
}

if (stored('language-mark') === '') {
  void post('set/lang', { lang: 'en' }).then((mark) => {
    window.localStorage.setItem('language-mark', mark);
    start();
  });
} else start();
