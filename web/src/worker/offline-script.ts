/** The script of the offline page: it checks whether the site answers again, and then loads the page that was asked for. */
const everyMilliseconds = 5000;

const reload = () => location.reload();
/** Only an answer counts: a device says that it is online before it can reach anything. */
const look = () => {
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(reload, () => undefined);
};

document.querySelector('button')?.addEventListener('click', reload);
addEventListener('online', look);
setInterval(look, everyMilliseconds);
