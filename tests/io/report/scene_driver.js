// Uses every control of a page's 3D view like a user and writes its findings to #found, as JSON. It precedes the view.
(function () {
  'use strict';
  const found = {};
  let scene, canvas;
  const part = (name) => scene.querySelector('[data-scene="' + name + '"]');

  // The driver triggers the drawing: a browser that only prints the page does not wait for pictures.
  const due = [];
  window.requestAnimationFrame = (draw) => due.push(draw);
  const frame = () => due.splice(0).forEach((draw) => draw());

  function picture() {
    const copy = document.createElement('canvas');
    copy.width = 160;
    copy.height = 120;
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0, 160, 120);
    const bytes = context.getImageData(0, 0, 160, 120).data;
    let painted = 0;
    for (let i = 3; i < bytes.length; i += 4) painted += bytes[i] > 0;
    return {text: copy.toDataURL(), painted: painted / (160 * 120)};
  }

  function changes(name, act) {
    const before = picture().text;
    act();
    frame();
    found[name] = picture().text !== before;
  }

  function choose(name, value, kind) {
    part(name).value = value;
    part(name).dispatchEvent(new Event(kind));
  }

  const at = (x, y) => {
    const box = canvas.getBoundingClientRect();
    return {clientX: box.left + x * box.width, clientY: box.top + y * box.height, pointerId: 1, bubbles: true};
  };
  const point = (kind, x, y, more) => canvas.dispatchEvent(new PointerEvent(kind, Object.assign(at(x, y), more)));
  const key = (name, more) => canvas.dispatchEvent(new KeyboardEvent('keydown', Object.assign({key: name}, more)));
  const reading = () => scene.querySelector('.scene-reading output').textContent;
  const view = (number) => scene.querySelector('[data-view="' + number + '"]').click();

  function drag(more) {
    point('pointerdown', 0.4, 0.4, more);
    point('pointermove', 0.55, 0.5, more);
    point('pointerup', 0.55, 0.5, more);
  }

  // Quadrants of the teeth under the left and the right half of the picture.
  function quadrants() {
    const halves = [new Set(), new Set()];
    for (let x = 0.06; x < 1; x += 0.04) {
      for (let y = 0.06; y < 1; y += 0.04) {
        if (Math.abs(x - 0.5) < 0.1) continue;
        point('pointermove', 0, 0);
        point('pointermove', x, y);
        const tooth = /(\d)\d: –?\d+[.,]\d\d mm/.exec(reading());
        if (tooth) halves[x < 0.5 ? 0 : 1].add(tooth[1]);
        scene.querySelector('.scene-reading output').textContent = '';
      }
    }
    return halves.map((half) => [...half].sort().join(''));
  }

  function sides() {
    return [...scene.querySelectorAll('.side')].filter((side) => !side.hidden)
        .sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left)).map((side) => side.textContent).join('');
  }

  function drive() {
    scene = document.getElementById('scene');
    canvas = scene.querySelector('canvas');
    frame();
    found.shown = !scene.hidden && scene.dataset.scene === 'ready';
    found.painted = picture().painted;
    found.first_picture_ms = Number(scene.dataset.firstPictureMs);
    for (const number of [2, 3, 4, 5, 1]) {
      changes('view ' + number, () => view(number));
      found['view ' + number] = found['view ' + number] &&
          scene.querySelector('[aria-pressed="true"]').dataset.view === String(number);
    }
    found['sides, frontal'] = sides();
    changes('drag', () => drag({}));
    changes('drag with shift', () => drag({shiftKey: true}));
    view(1);
    frame();
    for (const name of ['ArrowLeft', 'ArrowUp', '+', '-', '4', '5', '1']) changes('key ' + name, () => key(name));
    changes('key Shift+ArrowLeft', () => key('ArrowLeft', {shiftKey: true}));
    canvas.focus();
    changes('wheel', () => canvas.dispatchEvent(new WheelEvent('wheel', Object.assign(at(0.5, 0.5), {deltaY: 100, cancelable: true}))));
    changes('two fingers', () => {
      point('pointerdown', 0.4, 0.5);
      point('pointerdown', 0.6, 0.5, {pointerId: 2});
      point('pointermove', 0.8, 0.5, {pointerId: 2});
      point('pointerup', 0.4, 0.5);
      point('pointerup', 0.8, 0.5, {pointerId: 2});
    });
    view(1);
    frame();
    changes('upper transparent', () => choose('upper', '1', 'change'));
    changes('upper hidden', () => choose('upper', '2', 'change'));
    changes('lower transparent', () => choose('lower', '1', 'change'));
    changes('lower hidden', () => choose('lower', '2', 'change'));
    found['nothing painted'] = picture().painted === 0;
    view(1);
    frame();
    for (const number of [1, 2, 3]) changes('section ' + number, () => choose('section', String(number), 'change'));
    changes('place of the section', () => choose('place', '0.3', 'input'));
    changes('no section', () => choose('section', '0', 'change'));
    changes('first contact', () => choose('pose', '1', 'change'));
    const ringed = !scene.querySelector('.ring').hidden;
    point('pointermove', 0.5, 0.4);
    found['first contact marked and said'] = ringed && reading() !== '' && !/mm/.test(reading());
    changes('bite again', () => choose('pose', '0', 'change'));
    view(5);
    frame();
    found['sides, lower'] = sides();
    found['quadrants, lower'] = quadrants();
    changes('threshold', () => choose('threshold', '0.35', 'input'));
    found['threshold said'] = part('threshold-mm').textContent;
    view(4);
    frame();
    found['sides, upper'] = sides();
    found['quadrants, upper'] = quadrants();
    const way = document.querySelector('button.fly');
    changes('to a contact', () => way.click());
    found['contact said'] = reading() === way.textContent || reading().endsWith(' ' + way.textContent);
    found['ring in the middle'] = !scene.querySelector('.ring').hidden &&
        Math.abs(parseFloat(scene.querySelector('.ring').style.left) - canvas.clientWidth / 2) < 1;
    found['focus'] = document.activeElement === canvas;
  }

  window.addEventListener('load', () => {
    try {
      drive();
    } catch (error) {
      found.error = String(error);
    }
    const text = document.createElement('pre');
    text.id = 'found';
    text.textContent = JSON.stringify(found);
    document.body.append(text);
  });
})();
