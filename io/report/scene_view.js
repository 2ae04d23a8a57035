// The 3D view of a report. Draws the jaws of #scene-data with three.js; words, views, colours and numbers are those of the
// data. Lengths are millimetres in the case frame, `gap` is the surface distance, negative in an overlap.
(function () {
  'use strict';

  const root = document.getElementById('scene');
  const data = JSON.parse(document.getElementById('scene-data').textContent);
  const canvas = root.querySelector('canvas');
  const part = (name) => root.querySelector('[data-scene="' + name + '"]');
  const reading = root.querySelector('.scene-reading output');
  const sides = root.querySelectorAll('.side');
  const ring = root.querySelector('.ring');

  // The page's policy allows no style attributes; those set from here it does.
  for (const tick of root.querySelectorAll('.ticks span')) tick.style.left = tick.dataset.left + '%';
  const bar = root.querySelector('.bar');
  bar.style.background = 'linear-gradient(90deg,' + bar.dataset.colours + ')';

  // ---- data

  function bytesOf(base64) {
    const text = atob(base64);
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  }

  const wordsOf = (base64) => new Uint16Array(bytesOf(base64).buffer);

  // Each corner is told by how far it lies behind the next new vertex, seven bits to a byte.
  function cornersOf(bytes) {
    const corners = [];
    let next = 0;
    for (let i = 0; i < bytes.length;) {
      let behind = 0, shift = 0, byte;
      do {
        byte = bytes[i++];
        behind |= (byte & 127) << shift;
        shift += 7;
      } while (byte > 127);
      corners.push(next - behind);
      if (behind === 0) ++next;
    }
    return corners;
  }

  function geometryOf(jaw) {
    const steps = wordsOf(jaw.positions);
    const gaps = new Int16Array(bytesOf(jaw.distances).buffer);
    const teeth = bytesOf(jaw.teeth);
    const numbered = teeth.some((tooth) => tooth > 0);
    const geometry = new THREE.BufferGeometry();
    const add = (name, values, size) =>
      geometry.setAttribute(name, new THREE.BufferAttribute(Float32Array.from(values), size));
    add('position', Array.from(steps, (step, i) => jaw.origin_mm[i % 3] + jaw.step_mm * step), 3);
    add('gap', Array.from(gaps, (gap) => gap * data.distance_step_mm), 1);
    add('known', Array.from(gaps, (gap) => (gap === data.no_distance ? 0 : 1)), 1);
    add('gum', Array.from(teeth, (tooth) => (numbered && tooth === 0 ? 1 : 0)), 1);
    geometry.setIndex(cornersOf(bytesOf(jaw.faces)));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    geometry.userData = {teeth: teeth, numbered: numbered};
    return geometry;
  }

  // ---- drawing

  const vertexShader = `
    attribute float gap, known, gum;
    varying float v_gap, v_known, v_gum, v_cut;
    varying vec3 v_normal;
    uniform vec4 section;
    void main() {
      v_gap = gap; v_known = known; v_gum = gum;
      v_cut = dot(section.xyz, (modelMatrix * vec4(position, 1.0)).xyz) - section.w;
      v_normal = normalMatrix * normal;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`;
  const fragmentShader = `
    varying float v_gap, v_known, v_gum, v_cut;
    varying vec3 v_normal;
    uniform sampler2D ramp;
    uniform float threshold, deepest, farthest, opacity, coat_share;
    void main() {
      if (v_cut > 0.0) discard;
      vec3 bare = mix(vec3(0.941, 0.910, 0.831), vec3(0.871, 0.627, 0.596), v_gum);
      float light = 0.3 + 0.7 * abs(normalize(v_normal).z);
      vec3 colour = bare * light;
      if (!gl_FrontFacing) {
        colour = bare * 0.45;
      } else if (v_known > 0.999) {
        float place = v_gap < 0.0 ? 127.0 * (1.0 - min(1.0, -v_gap / deepest))
                                  : 128.0 + 127.0 * min(1.0, sqrt(v_gap / farthest));
        vec4 coat = texture2D(ramp, vec2((place + 0.5) / 256.0, 0.5));
        float share = coat_share * coat.a * (v_gap > threshold ? 0.3 : 1.0);
        colour = mix(colour, coat.rgb * (0.6 + 0.4 * light), share);
        float line = 1.0 - smoothstep(0.6, 1.4, abs(v_gap - threshold) / max(fwidth(v_gap), 1e-6));
        colour = mix(colour, vec3(0.08), 0.85 * coat_share * line);
      }
      gl_FragColor = vec4(colour, opacity);
    }`;

  // Opacities stand in the fourth channel, so nothing may be multiplied by them on the way.
  function rampTexture() {
    const texture = new THREE.DataTexture(bytesOf(data.ramp), 256, 1, THREE.RGBAFormat);
    texture.magFilter = texture.minFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    return texture;
  }

  const shared = {
    ramp: {value: null},
    threshold: {value: 0},
    deepest: {value: data.deepest_mm},
    farthest: {value: data.farthest_mm},
    section: {value: new THREE.Vector4(0, 0, 0, 1)},
    coat_share: {value: 1},  // 0 where the colours belong to another pose
  };

  function jawMesh(jaw) {
    const material = new THREE.ShaderMaterial({
      vertexShader: vertexShader,
      fragmentShader: fragmentShader,
      side: THREE.DoubleSide,
      extensions: {derivatives: true},
      uniforms: Object.assign({opacity: {value: 1}}, shared),
    });
    return new THREE.Mesh(geometryOf(jaw), material);
  }

  function rendererOrNothing() {
    try {
      return new THREE.WebGLRenderer({canvas: canvas, antialias: true, alpha: true, preserveDrawingBuffer: true});
    } catch (error) {
      return null;  // the page says the rest without it
    }
  }

  const renderer = window.WebGLRenderingContext ? rendererOrNothing() : null;
  if (!renderer) return;
  renderer.setClearColor(0, 0);
  shared.ramp.value = rampTexture();
  const space = new THREE.Scene();
  const jaws = {upper: jawMesh(data.upper), lower: jawMesh(data.lower)};
  space.add(jaws.upper, jaws.lower);
  const bounds = new THREE.Box3().setFromObject(space);
  const whole = bounds.getBoundingSphere(new THREE.Sphere());
  const camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 8 * whole.radius);

  // What is seen: the place in the middle of the picture and how much of its height, in mm.
  const seen = {middle: whole.center.clone(), height: 1};
  let marked = null;  // the place that the ring shows
  let asked = false;

  function draw() {
    asked = false;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.setSize(width, height, false);
    camera.top = seen.height / 2;
    camera.right = camera.top * width / height;
    camera.bottom = -camera.top;
    camera.left = -camera.right;
    camera.position.set(0, 0, 4 * whole.radius).applyQuaternion(camera.quaternion).add(seen.middle);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    renderer.render(space, camera);
    placeSides(width, height);
    placeRing(width, height);
    if (root.dataset.scene === 'ready') return;
    root.dataset.scene = 'ready';
    root.dataset.firstPictureMs = Math.round(performance.now());
  }

  function redraw() {
    if (!asked) requestAnimationFrame(draw);
    asked = true;
  }

  // The patient's sides stand at the edges towards which they lie; not where left points at the viewer.
  function placeSides(width, height) {
    const left = data.left && new THREE.Vector3(...data.left).applyQuaternion(camera.quaternion.clone().inverse());
    [1, -1].forEach((sign, i) => {
      sides[i].hidden = !left || Math.hypot(left.x, left.y) < 0.7;
      if (sides[i].hidden) return;
      const x = sign * left.x, y = -sign * left.y;
      const reach = Math.min((width / 2 - 18) / Math.max(Math.abs(x), 1e-6), (height / 2 - 18) / Math.max(Math.abs(y), 1e-6));
      sides[i].textContent = sign > 0 ? data.words.left : data.words.right;
      sides[i].style.left = width / 2 + reach * x + 'px';
      sides[i].style.top = height / 2 + reach * y + 'px';
    });
  }

  function placeRing(width, height) {
    ring.hidden = !marked;
    if (!marked) return;
    const place = marked.clone().project(camera);
    ring.style.left = (place.x + 1) / 2 * width + 'px';
    ring.style.top = (1 - place.y) / 2 * height + 'px';
  }

  // ---- what is shown

  function showJaw(name, way) {
    const jaw = jaws[name], clear = way === '1';
    part(name).value = way;
    jaw.visible = way !== '2';
    jaw.renderOrder = clear ? 1 : 0;
    jaw.material.transparent = clear;
    jaw.material.side = clear ? THREE.FrontSide : THREE.DoubleSide;
    jaw.material.needsUpdate = true;
    jaw.material.uniforms.opacity.value = clear ? 0.35 : 1;
    redraw();
  }

  const shown = () => Object.values(jaws).filter((jaw) => jaw.visible);

  function inNumbers(mm, decimals) {
    const digits = {minimumFractionDigits: decimals, maximumFractionDigits: decimals};
    return mm.toLocaleString(document.documentElement.lang, digits).replace('-', '–');
  }

  function setThreshold(mm) {
    shared.threshold.value = mm;
    part('threshold-mm').textContent = inNumbers(mm, 2) + ' mm';
    const share = data.contact_share + (1 - data.contact_share) * Math.sqrt(mm / data.farthest_mm);
    part('mark').style.left = 100 * share + '%';
    redraw();
  }

  function setSection() {
    const normal = new THREE.Vector3(...data.sections[part('section').value]);
    const none = normal.lengthSq() === 0;
    part('place').disabled = none;
    const middle = normal.dot(whole.center), share = Number(part('place').value);
    shared.section.value.set(normal.x, normal.y, normal.z, none ? 1 : middle + (2 * share - 1) * whole.radius);
    redraw();
  }

  const inBite = () => shared.coat_share.value === 1;

  // The lower jaw in the bite ('0') or in first contact ('1'), whose place the ring marks.
  function setPose(way) {
    if (!data.first_contact) return;
    const touching = way === '1';
    part('pose').value = way;
    jaws.lower.matrixAutoUpdate = false;
    if (touching) jaws.lower.matrix.set(...data.first_contact.moved);
    else jaws.lower.matrix.identity();
    jaws.lower.updateMatrixWorld(true);
    shared.coat_share.value = touching ? 0 : 1;
    marked = touching ? new THREE.Vector3(...data.first_contact.place) : null;
    reading.textContent = touching ? data.words.first_contact : '';
    redraw();
  }

  function press(view) {
    root.querySelectorAll('[data-view]').forEach((button) =>
      button.setAttribute('aria-pressed', String(view !== null && button.dataset.view === String(view.key))));
  }

  function turnTo(view) {
    const right = new THREE.Vector3(...view.right), up = new THREE.Vector3(...view.up);
    const back = right.clone().cross(up);
    camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up, back));
    showJaw('upper', view.upper ? '0' : '2');
    showJaw('lower', view.lower ? '0' : '2');
    if (inBite()) marked = null;
    press(view);
  }

  // The shown jaws fill the picture.
  function fit() {
    const turn = camera.quaternion.clone().inverse(), box = new THREE.Box3(), point = new THREE.Vector3();
    shown().forEach((jaw) => {
      const places = jaw.geometry.attributes.position;
      for (let i = 0; i < places.count; ++i) box.expandByPoint(point.fromBufferAttribute(places, i).applyQuaternion(turn));
    });
    const size = box.getSize(new THREE.Vector3());
    seen.middle = box.getCenter(new THREE.Vector3()).applyQuaternion(camera.quaternion);
    seen.height = 1.12 * Math.max(size.y, size.x * canvas.clientHeight / Math.max(canvas.clientWidth, 1));
  }

  function goTo(key) {
    const view = data.views.find((one) => String(one.key) === String(key));
    if (!view) return false;
    turnTo(view);
    fit();
    redraw();
    return true;
  }

  // Contacts are measured on the lower, so the upper makes way.
  function flyTo(number) {
    setPose('0');
    turnTo(data.views.find((view) => view.lower && !view.upper));
    seen.middle = new THREE.Vector3(...data.contacts[number]);
    seen.height = 16;
    marked = seen.middle.clone();
    reading.textContent = data.words.contact.replace('$1', number);
    root.scrollIntoView({block: 'start'});
    canvas.focus({preventScroll: true});
    redraw();
  }

  // ---- moving

  const mmPerPixel = () => seen.height / canvas.clientHeight;
  const along = (x, y) => new THREE.Vector3(x, y, 0).applyQuaternion(camera.quaternion);

  function turn(rightwards, downwards) {
    const step = new THREE.Quaternion().setFromEuler(new THREE.Euler(-downwards, -rightwards, 0));
    camera.quaternion.multiply(step).normalize();
    press(null);
    redraw();
  }

  function shift(right, down) {
    seen.middle.sub(along(right * mmPerPixel(), -down * mmPerPixel()));
    redraw();
  }

  // What lies at x, y (pixels from the middle) stays there.
  function zoom(factor, x, y) {
    const before = mmPerPixel();
    seen.height = Math.min(Math.max(seen.height * factor, 1), 8 * whole.radius);
    const grown = before - mmPerPixel();
    seen.middle.add(along(x * grown, -y * grown));
    redraw();
  }

  function fromMiddle(event) {
    const box = canvas.getBoundingClientRect();
    return {x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2};
  }

  // ---- reading

  const caster = new THREE.Raycaster();

  function readingAt(x, y) {
    caster.setFromCamera({x: 2 * x / canvas.clientWidth, y: -2 * y / canvas.clientHeight}, camera);
    const cut = shared.section.value, normal = new THREE.Vector3(cut.x, cut.y, cut.z);
    const opaque = shown().filter((jaw) => !jaw.material.transparent);
    const hit = caster.intersectObjects(opaque.length ? opaque : shown()).find((one) => normal.dot(one.point) <= cut.w);
    return hit ? textOf(hit) : '';
  }

  function textOf(hit) {
    const {position, gap, known} = hit.object.geometry.attributes, {teeth, numbered} = hit.object.geometry.userData;
    const corners = [hit.face.a, hit.face.b, hit.face.c];
    const places = corners.map((corner) => new THREE.Vector3().fromBufferAttribute(position, corner));
    const weights = THREE.Triangle.getBarycoord(hit.point, ...places, new THREE.Vector3()).toArray();
    if (!inBite()) return data.words.first_contact;
    if (corners.some((corner) => known.getX(corner) === 0)) return data.words.unknown;
    const mm = corners.reduce((sum, corner, i) => sum + weights[i] * gap.getX(corner), 0);
    const tooth = teeth[corners[weights.indexOf(Math.max(...weights))]];
    const form = tooth ? data.words.tooth : numbered ? data.words.gum : data.words.surface;
    return form.replace('$1', data.tooth_names[tooth]).replace('$2', inNumbers(mm, 2));
  }

  function read(event) {
    const at = fromMiddle(event), text = readingAt(at.x, at.y);
    if (text) reading.textContent = text;
  }

  // ---- mouse, fingers, keys

  const fingers = new Map();
  let travelled = 0;

  function spanOf() {
    const [a, b] = [...fingers.values()];
    return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y)};
  }

  function moved(event) {
    const was = fingers.get(event.pointerId), now = fromMiddle(event);
    if (!was) return read(event);
    const two = fingers.size === 2 ? spanOf() : null;
    fingers.set(event.pointerId, now);
    const right = now.x - was.x, down = now.y - was.y;
    travelled += Math.hypot(right, down);
    if (two) {
      const after = spanOf();
      shift(after.x - two.x, after.y - two.y);
      zoom(two.size / Math.max(after.size, 1), after.x, after.y);
    } else if (event.shiftKey || event.buttons & 6) {
      shift(right, down);
    } else {
      turn(right * 0.008, down * 0.008);
    }
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, fromMiddle(event));
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', moved);
  ['pointerup', 'pointercancel'].forEach((kind) => canvas.addEventListener(kind, (event) => {
    fingers.delete(event.pointerId);
    if (travelled < 4 && kind === 'pointerup') read(event);
  }));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;  // the page scrolls until the view was clicked
    event.preventDefault();
    const at = fromMiddle(event);
    zoom(Math.exp(Math.sign(event.deltaY) * 0.12), at.x, at.y);
  }, {passive: false});

  const arrows = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) shift(20 * arrow[0], 20 * arrow[1]);
    else if (arrow) turn(0.09 * arrow[0], 0.09 * arrow[1]);
    else if (event.key === '+') zoom(0.85, 0, 0);
    else if (event.key === '-') zoom(1 / 0.85, 0, 0);
    else if (!goTo(event.key)) return;
    event.preventDefault();
  });

  // ---- the page

  root.querySelectorAll('[data-view]').forEach((button) =>
    button.addEventListener('click', () => goTo(button.dataset.view)));
  ['upper', 'lower'].forEach((name) => part(name).addEventListener('change', () => showJaw(name, part(name).value)));
  if (data.first_contact) part('pose').addEventListener('change', () => setPose(part('pose').value));
  part('threshold').addEventListener('input', () => setThreshold(Number(part('threshold').value)));
  part('section').addEventListener('change', setSection);
  part('place').addEventListener('input', setSection);

  // The number at the head of a contact's row becomes a button.
  function addWays() {
    document.querySelectorAll('tr[data-contact]').forEach((row) => {
      const number = row.dataset.contact, cell = row.cells[0];
      if (!data.contacts[number]) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'fly';
      button.textContent = cell.textContent;
      button.title = data.words.fly.replace('$1', number);
      button.setAttribute('aria-label', button.title);
      cell.replaceChildren(button);
      row.addEventListener('click', () => flyTo(number));
    });
  }

  document.addEventListener('DOMContentLoaded', addWays);
  window.addEventListener('resize', redraw);
  root.hidden = false;
  setThreshold(Number(part('threshold').value));
  setSection();
  goTo(data.views[0].key);
})();
