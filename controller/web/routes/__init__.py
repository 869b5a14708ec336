"""The routes, one module a subject. Each offers `router(...)`; who may use one stands in `controller.web.rights`."""
